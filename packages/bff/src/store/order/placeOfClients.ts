import type { Placement, PlacementConflict } from '@cambio/exchange/order/OrderStore.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { mayBeTogether, placeTogether } from './placeTogether.ts'
import { unpaidCounts } from './unpaidOrders.ts'

/** Whether all that limits an order is how many of its client's are unpaid, so that it may be placed with others. */
export function isLimitedByUnpaid(placement: Placement): boolean {
  const { order, mostUnpaid } = placement
  return mostUnpaid !== null && !order.asFirst && order.coupon === null && mayBeTogether(placement)
}

/**
 * Places orders of several clients in the transaction of `deps`, each as it would be placed alone. Another order of one
 * of them waits here for its client, and then sees this one.
 * @param placements those for which `isLimitedByUnpaid` holds, of which no two have the same client
 * @throws Error where one is not written for another reason; none is then
 */
export async function placeOfClients(
  deps: StoreDeps,
  placements: readonly Placement[],
): Promise<(placement: Placement) => 'placed' | PlacementConflict> {
  const orders = placements.map(({ order }) => order)
  await deps.query({
    name: 'order_hold_clients',
    text: 'select id from client where id = any ($1::text[]) order by id for no key update',
    values: [orders.map(({ clientId }) => clientId)],
  })
  const unpaidOf = await unpaidCounts(deps.query, orders)
  const allowed = placements.filter(({ order, mostUnpaid }) => unpaidOf(order) < (mostUnpaid ?? 0))
  const isWritten = allowed.length > 0 ? await placeTogether(deps, allowed) : () => false
  if (!allowed.every(isWritten)) throw new Error('One of several orders was not written.')
  return (placement) => (isWritten(placement) ? 'placed' : { is: 'too_many_unpaid' })
}
