import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Status } from '@cambio/wire/order/orderStatus.ts'

/** An order's status, with a mark that changes whenever what a page may show of its row does. */
export type OrderMark = { readonly id: string; readonly mark: string; readonly status: Status }

/** The marks of any number of orders, in one statement that reads one row of each. */
export function orderMarks(query: Query, ids: readonly string[]): Promise<OrderMark[]> {
  return query<OrderMark>({ name: 'order_marks', text: MARKS, values: [ids] })
}

/**
 * An order that changes has another number of its last event; one that has found its client has been updated since, and
 * the sandbox's clock moves the time at which it expires. When work on it is due is written to its row as well, far more
 * often, and no page shows that.
 */
const MARKS = `
  select o.id, concat_ws(' ', o.seq, o.updated_at, o.expires_at) as mark, o.status
  from unnest($1::text[]) wanted (id)
  cross join lateral (select id, seq, updated_at, expires_at, status from orders where id = wanted.id limit 1) o`
