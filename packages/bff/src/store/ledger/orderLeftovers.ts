import { chart } from '@cambio/exchange/books/chart.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Layer } from '@cambio/server/postgres/Ledger.ts'
import { statusList } from '../statusList.ts'

/** The balance of an ended order's account: units of an asset in one layer; below zero, the money is the buyer's. */
export type Leftover = {
  readonly orderId: string
  readonly asset: string
  readonly layer: Layer
  readonly units: bigint
}

const PREFIX = chart.order('')

/**
 * Accounts of ended orders that are not at zero although nothing more can happen: neither the order nor a person waits
 * for anything. What a buyer owes stays there once the operator has closed the order. The few accounts that are not at
 * zero look up their orders one by one, so that not all orders are read.
 */
export const ORDER_LEFTOVERS = `
  select order_id, asset, layer, units
  from (
    select substr(a.name, ${PREFIX.length + 1}) as order_id, a.asset, p.layer, sum(p.units) as units
    from posting p join account a on a.id = p.account_id
    where starts_with(a.name, '${PREFIX}')
    group by a.id, p.layer having sum(p.units) <> 0
  ) standing
  where coalesce((
    select o.status in (${statusList('done', 'off')}) and o.hold_reason is null and o.due_at is null
    from orders o where o.id = standing.order_id), true)
    and (units < 0 or not exists (select from order_act c where c.order_id = standing.order_id))`

/** Money of ended orders that bought nothing and is owed to nobody. There is none unless the books are wrong. */
export async function orderLeftovers(query: Query): Promise<Leftover[]> {
  const rows = await query<Omit<Leftover, 'orderId'> & { order_id: string }>({
    name: 'order_leftovers',
    text: `${ORDER_LEFTOVERS} order by order_id, asset, layer`,
    values: [],
  })
  return rows.map(({ order_id: orderId, ...rest }) => ({ orderId, ...rest }))
}
