import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { readRow, readRows, rowRead } from '@cambio/server/postgres/gathered/gatheredRow.ts'
import { payinGroupList } from '../payinGroupList.ts'
import { statusList } from '../statusList.ts'

/**
 * Counts the orders that the client of a new order placed itself and that still wait for its money. A balance order's
 * money is reserved already. An order that waits for its client to be verified may have its money.
 */
export async function unpaidCount(query: Query, order: Order): Promise<number> {
  const row = await readRow<Counted>(query, UNPAID, valuesOf(order))
  return Number(row?.count ?? 0n)
}

/** Counts as `unpaidCount`, for several new orders at once. */
export async function unpaidCounts(
  query: Query,
  orders: readonly Order[],
): Promise<(order: Order) => number> {
  const values = new Map(orders.map((order) => [order, valuesOf(order)]))
  const rows = await readRows<Counted>(query, UNPAID, [...values.values()])
  return (order) => Number(rows.get(values.get(order))?.count ?? 0n)
}

type Counted = { readonly count: bigint }

// Counted, since `exists` lets the planner read every transfer.
const UNPAID = rowRead(
  'order_unpaid_count',
  `select count(*) from orders o
    where client_id = $1 and origin in ('client', 'widget') and status in (${statusList('unpaid')})
      and payin_group not in (${payinGroupList('isFromBalance')})
      and (expires_at is null or expires_at > $2) and (request_id is null or request_id is distinct from $3)
      and (status <> 'pending' or 0 =
        (select count(*) from transfer t where t.order_id = o.id and t.state = 'received')
        + (select count(*) from deposit d where d.order_id = o.id and d.state = 'received'))`,
  ['text', 'timestamptz', 'text'],
)

function valuesOf({ clientId, createdAt, requestId }: Order): readonly unknown[] {
  return [clientId, createdAt, requestId]
}
