import { capsFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { clientNeeded } from '../limit/clientNeeded.ts'
import type { ClientHolds } from '../limit/ClientHold.ts'
import { limitFact } from '../limit/limitFact.ts'
import type { VerificationStore } from '../limit/VerificationStore.ts'
import { applyFact } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { Random } from '../Random.ts'

export type LimitDeps = {
  clients: ClientHolds
  verifications: Pick<VerificationStore, 'keep'>
  catalogue: Catalogue
  random: Random
  now: () => Date
  verificationUrl: (token: string) => string
  /** Where an order's page opens. */
  orderUrl: (orderId: string) => string
}

/** What was decided of an order, which is applied already: the order as it is then. */
export type Decided = { readonly is: 'decided'; readonly order: Order }

/**
 * Lets a price pass, or finds the order over its client's limit, which could not be checked before the amount came. What
 * is decided is applied while the client is held, so that the client's next order counts it. Without a client the order
 * is asked about by itself.
 * @param passed what is applied to an order that is within the limit; known before, since nothing but the limit is looked
 *   at while others wait for the client
 */
export async function withinLimit(
  deps: LimitDeps,
  order: Order,
  fact: Fact & { is: 'priced' },
  passed: Fact = fact,
): Promise<Fact | Decided> {
  const caps = capsFor(deps.catalogue.now(), order.partnerId)
  if (order.clientId === null) return clientNeeded(deps, caps, { ...order, quote: fact.quote }) ?? passed
  return deps.clients.hold(order.clientId, async (hold) => {
    const limited = await limitFact(deps, caps, hold, { ...order, quote: fact.quote })
    const decided = { orderId: order.id, fact: limited ?? passed }
    const after = await applyFact({ ...deps, orders: hold.orders }, decided)
    return { is: 'decided', order: after }
  })
}
