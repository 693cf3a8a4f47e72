import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Status } from '@cambio/wire/order/orderStatus.ts'

/** Where an order stands, and a mark that is another one after each write of its row. */
export type OrderMark = { readonly id: string; readonly mark: string; readonly status: Status }

/** The marks of these orders, whatever their number, in one statement that reads a row of each. */
export function orderMarks(query: Query, ids: readonly string[]): Promise<OrderMark[]> {
  return query<OrderMark>({ name: 'order_marks', text: MARKS, values: [ids] })
}

/** By the number of the transaction that wrote a row last: whatever a write changes, none is missed. */
const MARKS = `
  select o.id, o.xmin::text as mark, o.status
  from unnest($1::text[]) wanted (id)
  cross join lateral (select id, xmin, status from orders where id = wanted.id limit 1) o`
