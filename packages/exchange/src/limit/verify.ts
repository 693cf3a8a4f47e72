import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { applyFact } from '../order/applyFact.ts'
import { higherLevel } from '../client/Client.ts'
import { standingDiscount } from '../price/discount.ts'
import type { Fact, Order } from '../order/Order.ts'
import { expiryOf } from '../order/expiry.ts'
import type { Random } from '../Random.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { ClientHolds } from './ClientHold.ts'
import type { VerificationStore } from './VerificationStore.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import type { CouponStore } from '../price/CouponStore.ts'
import { quoteAgain } from '../price/quotePair.ts'

type Deps = {
  orders: Pick<OrderStore, 'find'>
  clients: ClientHolds
  coupons: Pick<CouponStore, 'find'>
  verifications: Pick<VerificationStore, 'find'>
  rates: RateSource
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * Records what a verification came to. Approved: the client's level rises and the waiting order goes on, at today's
 * price. Refused: the order is canceled; no money had moved. The token is used up only together with what follows.
 * @returns the order that waited; undefined when the token is unknown, over or used
 * @throws Refusal rate_unavailable; the token can be used again then
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
  const discount = await standingDiscount(deps, order)
  const quote = await quoteAgain(
    deps,
    tariffFor(deps.catalogue.now(), order.partnerId),
    order.quote,
    discount,
  )
  return { is: 'cleared', quote, expiresAt: expiryOf(quote, deps.now()) }
}
