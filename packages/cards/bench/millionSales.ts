import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'
import { schema } from '../src/program/migrations.ts'

const MANY = 1_000_000
/** As many rows as a busy machine copies within a statement's time limit. */
const BATCH = 10_000

/** What a payment that was settled leaves, by table: the columns in which copy `n` differs from the first row. */
const left: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transaction: {
    id: 'md5(n::text)::uuid',
    order_id: `'many-' || n`,
    fingerprint: `sha256(n::text::bytea)`,
    created_at: `t.created_at - interval '1 year' + n * interval '1 second'`,
    due_at: 'null',
    lease_until: 'null',
  },
  transaction_log: { transaction_id: 'md5(n::text)::uuid' },
  journal: { id: `'many-' || n`, reference: `'many-' || n` },
  posting: { journal_id: `'many-' || n` },
}

/**
 * Gives the platform's tables a million rows each, copies of what is there. The books do not sum to zero then, so their
 * checks are left out.
 */
export async function millionSales(ownerUrl: string): Promise<void> {
  const database = openDatabase({ url: ownerUrl, schema, max: 1 })
  const { query } = database
  try {
    for (const [table, own] of Object.entries(left)) {
      await run(query, `alter table ${table} disable trigger user`)
      const text = await copying(query, table, own)
      for (let from = 1; from < MANY; from += BATCH) await run(query, text, from, from + BATCH - 1)
      await run(query, `alter table ${table} enable trigger user`)
      await run(query, `vacuum (analyze) ${table}`)
    }
  } finally {
    await database.close()
  }
}

async function copying(query: Query, table: string, own: Readonly<Record<string, string>>): Promise<string> {
  const columns = await query<{ name: string }>({
    name: 'table_columns',
    text: `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    values: [table],
  })
  const names = columns.map(({ name }) => name)
  return `
    insert into ${table} (${names.join(', ')})
    select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')}
    from (select * from ${table} limit 1) t, generate_series($1::int4, $2::int4) n`
}

/** Prepared under no name. */
async function run(query: Query, text: string, ...values: readonly unknown[]): Promise<void> {
  await query({ name: '', text, values })
}
