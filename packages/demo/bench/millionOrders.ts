import { setTimeout as after } from 'node:timers/promises'
import { schema } from '@cambio/bff/store/openStore.ts'
import { openDatabase, type Query } from '@cambio/server/postgres/Database.ts'

const MANY = 1_000_000
const BATCH = 10_000
const COUNTED_EVERY_MS = 250

/**
 * Gives the partner of an order a million copies of it, the newest created last, and waits until the running exchange
 * has counted them.
 */
export async function millionOrders(ownerUrl: string, partnerOrderId: string): Promise<void> {
  const database = openDatabase({ url: ownerUrl, schema, max: 1 })
  const { query } = database
  try {
    const text = await copying(query)
    for (let from = 0; from < MANY; from += BATCH)
      await query({ name: 'copy_orders', text, values: [partnerOrderId, from, from + BATCH - 1] })
    while (await isUncounted(query)) await after(COUNTED_EVERY_MS)
    // As the database does by itself, a while later.
    for (const table of ['orders', 'order_uncounted', 'order_milestone'])
      await query({ name: `vacuum_${table}`, text: `vacuum (analyze) ${table}`, values: [] })
  } finally {
    await database.close()
  }
}

async function copying(query: Query): Promise<string> {
  const columns = await query<{ name: string }>({
    name: 'order_columns',
    text: `select attname::text as name from pg_attribute
      where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped order by attnum`,
    values: [],
  })
  const own: Readonly<Record<string, string>> = {
    id: `'many-' || n`,
    partner_order_id: `'many-' || n`,
    created_at: `o.created_at + n * interval '1 second' - interval '1 year'`,
    due_at: 'null',
  }
  const values = columns.map(({ name }) => own[name] ?? `o.${name}`)
  return `
    with written as (
      insert into orders select ${values.join(', ')}
      from orders o, generate_series($2::int4, $3::int4) n where o.partner_order_id = $1
      returning partner_id, created_at, id
    )
    insert into order_uncounted (partner_id, created_at, order_id) select * from written`
}

async function isUncounted(query: Query): Promise<boolean> {
  const left = await query({ name: 'uncounted', text: 'select from order_uncounted limit 1', values: [] })
  return left.length > 0
}
