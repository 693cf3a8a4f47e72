import type { Database, Query } from '../../src/postgres/Database.ts'
import { statement } from './testing.ts'

/**
 * Copies the first row of a table, as its owner, so many times. `own` gives expressions of n, from 1, for columns that
 * differ; generated columns follow by themselves.
 */
export async function copyRow(
  query: Query,
  { table, own, count }: { table: string; own: Readonly<Record<string, string>>; count: number },
): Promise<void> {
  const columns = await query<{ name: string }>(
    statement(
      `select attname::text as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
      table,
    ),
  )
  const names = columns.map(({ name }) => name)
  const text = `insert into ${table} (${names.join(', ')})
    select ${names.map((name) => own[name] ?? `t.${name}`).join(', ')}
    from (select * from ${table} limit 1) t, generate_series($1::int4, $2::int4) n`
  await inParts(count, (from, to) => query(statement(text, from, to)))
}

/** Rows that one statement writes, within the time that it has. */
const PART = 20_000

/** Calls for the numbers from 1 to `count`, part after part, both ends included. */
export async function inParts(
  count: number,
  write: (from: number, to: number) => Promise<unknown>,
): Promise<void> {
  for (let from = 1; from <= count; from += PART) await write(from, Math.min(count, from + PART - 1))
}

/** Pages of a table whose rows one statement changes. */
const PAGES = 200

/** Changes the rows of a table that `where` chooses, page after page. What is changed is no longer to be chosen. */
export async function updateInParts(
  query: Query,
  { table, set, where }: { table: string; set: string; where: string },
): Promise<void> {
  const [size] = await query<{ pages: bigint }>(
    statement(`select pg_relation_size($1::regclass) / current_setting('block_size')::int8 as pages`, table),
  )
  const text = `update ${table} set ${set} where ctid >= $1::tid and ctid < $2::tid and (${where})`
  const pages = Number(size?.pages ?? 0n)
  for (let from = 0; from < pages; from += PAGES)
    await query(statement(text, `(${from},0)`, `(${from + PAGES},0)`))
}

/**
 * Copies the first journal so many times, as the owner of the books, and gives half of the copies two lines each, on a
 * hundred accounts, pending and posted in turns.
 */
export async function copyBooks(owner: Database, count: number): Promise<void> {
  const old = `'old-' || n`
  await owner.transaction(async (query) => {
    // What checks the books line by line is of no interest here.
    await query(statement(`set local session_replication_role = replica`))
    await copyRow(query, { table: 'journal', own: { id: old, reference: old, resolves: 'null' }, count })
    await query(
      statement(`insert into account (name, asset) select 'old-' || n, 'EUR' from generate_series(0, 99) n`),
    )
    const lines = `insert into posting (journal_id, line, account_id, layer, units)
      select 'old-' || n, line, a.id, case n % 2 when 0 then 'posted' else 'pending' end, 100 * (3 - 2 * line)
      from generate_series($1::int4, $2::int4) n cross join generate_series(1, 2) line
      join account a on a.name = 'old-' || (n % 50 + 50 * (line - 1))`
    await inParts(Math.ceil(count / 2), (from, to) => query(statement(lines, from, to)))
  })
}
