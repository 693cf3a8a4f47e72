import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import type { CouponDue } from '../limit/ClientHold.ts'
import { writeOf } from '../order/applyFact.ts'
import type { Fact, Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { step } from '../order/step.ts'
import { serviceBpsOf } from '../price/feesOf.ts'
import { fromPayin } from '../price/Quote.ts'
import { remainingDiscount } from '../limit/remainingDiscount.ts'
import type { Prices } from '../price/RateSource.ts'
import { valued } from '../price/valued.ts'
import type { Random } from '../Random.ts'

export type DiscountClaims = {
  /**
   * Runs `work` in one transaction, in which no other order can take the coupon that this one names, nor have the free
   * first order of its person.
   * @param work is given the orders of that transaction, and what is left of the discount
   */
  claim<Result>(order: Order, work: (claim: DiscountClaim) => Promise<Result>): Promise<Result>
}

export type DiscountClaim = {
  /** Whether no other order of the person who pays was paid before. */
  readonly isFirst: boolean
  /** Whether a use is left after those whose payment came or was opened before; null where the order names no coupon. */
  readonly coupon: Exclude<CouponDue, { is: 'reserved' }> | null
  readonly orders: Pick<OrderStore, 'save'>
}

type ClaimDeps = {
  discounts: DiscountClaims
  catalogue: Catalogue
  random: Random
  now: () => Date
}

/**
 * Decides once whether an order has its discount, whose money came without a charge that would have asked: anybody could
 * place one while it was to be had. Money that comes when it is not any more is priced without it.
 * @returns the order as it is then; `unknown` where another writer came first
 */
export async function claimDiscount(
  deps: ClaimDeps,
  order: Order,
  prices: Prices,
): Promise<Order | 'unknown'> {
  if ((order.coupon === null && !order.asFirst) || isClaimed(order)) return order
  return deps.discounts.claim(order, async (claim) => {
    const fact = claimFact(deps, order, claim, prices)
    const change = step(order, fact, deps.now())
    if (!change) return 'unknown'
    return (await claim.orders.save(writeOf(deps, order, change, fact))) ? change.next : 'unknown'
  })
}

function isClaimed({ events }: Order): boolean {
  return events.some(({ fact }) => fact === 'discount_used' || fact === 'discount_missed')
}

/** A way of paying that is no longer offered has no service fee to go back to, so there the order keeps its price. */
function claimFact(
  { catalogue }: Pick<ClaimDeps, 'catalogue'>,
  order: Order,
  claim: DiscountClaim,
  prices: Prices,
): Fact {
  const { partnerId, quote } = order
  const payin = tariffFor(catalogue.now(), partnerId).payin[quote.payinGroup]
  const remaining = remainingDiscount(order, claim)
  if (remaining === 'all' || !payin) return { is: 'discount_used' }
  const fees = { ...quote.fees, serviceBps: serviceBpsOf(payin, remaining) }
  const lines = fromPayin({ ...quote, ...fees }, quote.payin)
  if (!lines) return { is: 'unpriceable' }
  return {
    is: 'discount_missed',
    quote: valued(lines, { ...quote, fees, prices }),
    coupon: remaining.coupon,
  }
}
