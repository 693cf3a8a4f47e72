import type { Query } from '@cambio/server/postgres/Database.ts'

/** Which of these orders are paid by bank transfer, by id. */
export async function transferOrders(query: Query, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await query<{ id: string }>({
    name: 'bank_entry_orders',
    text: `select id from orders where id = any($1) and payin_group = 'sepa'`,
    values: [ids],
  })
  return new Set(rows.map(({ id }) => id))
}
