import { rightEnd, type Purchase } from '../traffic/purchases.ts'
import type { Finding } from './Installation.ts'
import type { OrderRow } from './readOrders.ts'

/** Each acknowledged order is there, once, and came to the end that its payment asked for. */
export function auditOrders(orders: readonly OrderRow[], purchases: readonly Purchase[]): readonly Finding[] {
  const byId = new Map(orders.map((order) => [order.id, order]))
  const counts = Map.groupBy(orders, ({ partner_order_id: id }) => id)
  return purchases.flatMap((purchase) => {
    const { orderId, partnerOrderId, way, failure } = purchase
    const name = `${way} ${orderId ?? partnerOrderId}`
    const found: Finding[] = []
    if ((counts.get(partnerOrderId)?.length ?? 0) > 1)
      found.push({ is: 'twice', what: `${name} is two orders` })
    if (failure !== undefined) found.push({ is: 'wrong', what: `the buyer of ${name} gave up: ${failure}` })
    if (orderId === undefined) return found
    const order = byId.get(orderId)
    if (order === undefined) return [...found, { is: 'lost', what: `${name} was acknowledged` }]
    const end = rightEnd(purchase)
    if (order.status !== end)
      found.push({ is: 'wrong', what: `${name} is ${order.status}, and should be ${end}` })
    return found
  })
}
