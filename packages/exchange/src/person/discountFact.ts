import { tariffFor, type Catalogue } from '../catalogue/Catalogue.ts'
import { remainingDiscount } from '../limit/remainingDiscount.ts'
import type { Fact, Order } from '../order/Order.ts'
import { serviceBpsOf } from '../price/feesOf.ts'
import type { Fees, Quote } from '../price/Quote.ts'
import type { LockedPerson } from './LockedPerson.ts'

/** How long a buyer may take to answer the price without a discount, milliseconds. */
const THINK_MS = 7 * 24 * 60 * 60 * 1_000

/** Prices an order by other fees; undefined where nothing would be left to pay out. */
export type PriceWith = (fees: Fees) => Quote | undefined

/**
 * Decides once whether an order gets its discount: `discount_used` where it does, and `discount_over` where other
 * orders used it up first. Undefined where it has none, or where this was already decided. A way of paying that is no
 * longer offered has no service fee to charge, so the order keeps its price. Call it while the person is locked.
 */
export async function discountFact(
  { catalogue, now }: { catalogue: Catalogue; now: () => Date },
  locked: Pick<LockedPerson, 'discountDue'>,
  order: Order,
  priceWith: PriceWith,
): Promise<Fact | undefined> {
  if ((!order.asFirst && order.coupon === null) || hasItsOwn(order)) return undefined
  const remaining = remainingDiscount(order, await locked.discountDue())
  const payin = tariffFor(catalogue.now(), order.partnerId).payin[order.quote.payinGroup]
  if (remaining === 'all' || !payin) return { is: 'discount_used' }
  const { fees } = order.quote
  const serviceBps = serviceBpsOf(payin, remaining)
  if (serviceBps === fees.serviceBps) return { is: 'discount_used' }
  const quote = priceWith({ ...fees, serviceBps })
  if (!quote) return { is: 'unpriceable' }
  return { is: 'discount_over', quote, coupon: remaining.coupon, until: new Date(now().getTime() + THINK_MS) }
}

function hasItsOwn({ events }: Order): boolean {
  return events.some(({ fact }) => fact === 'discount_used')
}
