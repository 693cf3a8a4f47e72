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
 * of them waits for its client, and then sees this one. Nobody waits here, since one client would keep the others waiting.
 * @param placements those for which `isLimitedByUnpaid` holds, of which no two have the same client
 * @returns says what became of each: `waits` of one whose client is busy, which is not placed
 * @throws Error where one is not written for another reason than its client; none is then
 */
export async function placeOfClients(
  deps: StoreDeps,
  placements: readonly Placement[],
): Promise<(placement: Placement) => 'placed' | 'waits' | PlacementConflict> {
  const free = await deps.query<{ id: string }>({
    name: 'order_hold_clients',
    text: 'select id from client where id = any ($1::text[]) for no key update skip locked',
    values: [placements.map(({ order }) => order.clientId)],
  })
  const freeIds = new Set<string | null>(free.map(({ id }) => id))
  const isFree = ({ order }: Placement) => freeIds.has(order.clientId)
  const ready = placements.filter(isFree)
  const unpaidOf = await unpaidCounts(
    deps.query,
    ready.map(({ order }) => order),
  )
  const allowed = ready.filter(({ order, mostUnpaid }) => unpaidOf(order) < (mostUnpaid ?? 0))
  const isWritten = allowed.length > 0 ? await placeTogether(deps, allowed) : () => false
  if (!allowed.every(isWritten)) throw new Error('One of several orders was not written.')
  return (placement) => {
    if (!isFree(placement)) return 'waits'
    return isWritten(placement) ? 'placed' : { is: 'too_many_unpaid' }
  }
}
