import { capsFor, type Catalogue } from '../../catalogue/Catalogue.ts'
import { limitFact } from '../../limit/limitFact.ts'
import type { ClientLocks } from '../../limit/LockedClient.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import { checkChargeable } from './openCardForm.ts'

type Deps = Parameters<typeof limitFact>[0] & { clients: ClientLocks; catalogue: Catalogue }

/**
 * Makes an order that waits for a card pending if it exceeds its client's limit, as a charge would, so that the
 * verification is asked for before a card is typed.
 * @returns whether it is pending now
 * @throws Refusal order_state, attempt_open, payer_required where no card could be charged anyway
 */
export function stopOverLimit(
  deps: Deps,
  { orderId, clientId }: { orderId: string; clientId: string },
): Promise<boolean> {
  return deps.clients.lock(clientId, async (locked) => {
    const order = await locked.orders.find(orderId)
    if (!order || order.clientId !== locked.client.id) return false
    checkChargeable(order, locked.client, deps.now())
    const fact = await limitFact(deps, capsFor(deps.catalogue.now(), order.partnerId), locked, order)
    if (!fact) return false
    const { status } = await applyFact({ ...deps, orders: locked.orders }, { orderId, fact })
    return status === 'pending'
  })
}
