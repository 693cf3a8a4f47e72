import { capsFor, type Catalogue } from '../../catalogue/Catalogue.ts'
import type { ClientHolds } from '../../limit/ClientHold.ts'
import { limitFact } from '../../limit/limitFact.ts'
import { applyFact } from '../../order/life/applyFact.ts'
import { checkChargeable } from './openCardForm.ts'

type Deps = Parameters<typeof limitFact>[0] & { clients: ClientHolds; catalogue: Catalogue }

/**
 * Lets an order that waits for a card become pending where it is over its client's limit, as a charge would, so that
 * what is needed is asked before a card is typed.
 * @returns whether it is pending now
 * @throws Refusal order_state, attempt_open, payer_required where no card could be charged anyway
 */
export function stopOverLimit(
  deps: Deps,
  { orderId, clientId }: { orderId: string; clientId: string },
): Promise<boolean> {
  return deps.clients.hold(clientId, async (hold) => {
    const order = await hold.orders.find(orderId)
    if (!order || order.clientId !== hold.client.id) return false
    checkChargeable(order, hold.client, deps.now())
    const fact = await limitFact(deps, capsFor(deps.catalogue.now(), order.partnerId), hold, order)
    if (!fact) return false
    const { status } = await applyFact({ ...deps, orders: hold.orders }, { orderId, fact })
    return status === 'pending'
  })
}
