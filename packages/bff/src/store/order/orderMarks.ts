import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Status } from '@cambio/wire/order/orderStatus.ts'

/** An order's status, with a mark that changes at each write of its row. */
export type OrderMark = { readonly id: string; readonly mark: string; readonly status: Status }

/** The marks of any number of orders, in one statement that reads one row of each. */
export function orderMarks(query: Query, ids: readonly string[]): Promise<OrderMark[]> {
  return query<OrderMark>({ name: 'order_marks', text: MARKS, values: [ids] })
}

/** The mark is the transaction that wrote the row last, so that no write is missed. */
const MARKS = `
  select o.id, o.xmin::text as mark, o.status
  from unnest($1::text[]) wanted (id)
  cross join lateral (select id, xmin, status from orders where id = wanted.id limit 1) o`
