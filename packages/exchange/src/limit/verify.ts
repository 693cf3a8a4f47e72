import { Refusal } from '@cambio/wire/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { applyFact } from '../order/applyFact.ts'
import { higherLevel } from '../client/Client.ts'
import type { Fact, Order } from '../order/Order.ts'
import { expiryOf } from '../order/expiry.ts'
import type { Random } from '../Random.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { ClientHolds } from './ClientHold.ts'
import type { VerificationStore } from './VerificationStore.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { freshPrices } from '../price/freshPrices.ts'
import { priceAgain } from '../price/priceAgain.ts'

type Deps = {
  orders: Pick<OrderStore, 'find'>
  clients: ClientHolds
  verifications: Pick<VerificationStore, 'find'>
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * Records what a verification came to. Approved: the client's level rises and the waiting order goes on, at today's
 * rate. Refused: the order is canceled; no money had moved. The token is used up only together with what follows.
 * @returns the order that waited; undefined when the token is unknown, over or used
 * @throws Refusal rate_unavailable, amount_out_of_bounds; the token can be used again then
 */
export async function verify(
  deps: Deps,
  { token, approved }: { token: string; approved: boolean },
): Promise<Order | undefined> {
  const verification = await deps.verifications.find(token)
  const now = deps.now()
  if (!verification?.orderId || now >= verification.expiresAt) return undefined
  const order = await deps.orders.find(verification.orderId)
  if (!order) return undefined
  const fact: Fact = approved ? await cleared(deps, order) : { is: 'refused' }
  return deps.clients.hold(verification.clientId, async (hold) => {
    if (!(await hold.verifications.use(token, now))) return undefined
    if (approved) await hold.saveLevel(higherLevel(hold.client.level, verification.level))
    return applyFact({ ...deps, orders: hold.orders }, { orderId: order.id, fact })
  })
}

async function cleared(deps: Deps, order: Order): Promise<Fact> {
  const prices = await freshPrices(deps, deps.catalogue.now().tariff)
  const quote = priceAgain(order.quote, prices)
  if (!quote) throw new Refusal('amount_out_of_bounds', 'Nothing of the amount is left after fees')
  return { is: 'cleared', quote, expiresAt: expiryOf(quote, deps.now()) }
}
