import { Refusal } from '@cambio/wire/http/Problem.ts'
import { tariffFor, type Snapshot } from '../../catalogue/Catalogue.ts'
import type { LockedClient } from '../../limit/LockedClient.ts'
import { remainingDiscount } from '../../limit/remainingDiscount.ts'
import type { Order } from '../../order/Order.ts'
import { serviceBpsOf } from '../../price/feesOf.ts'

/** What is left of an order's discount, and the resulting share of the service fee. */
export type DiscountLeft = Pick<Order, 'coupon' | 'asFirst'> & { readonly serviceBps: bigint }

/**
 * Determines what is left of an order's discount now that the card identifies the payer. A client's first order may not
 * be the person's first, and a coupon may have been used up since the order was placed.
 * @returns undefined where the price of the order is unchanged
 * @throws Refusal coupon_invalid while the coupon is reserved by another order's payment
 */
export async function discountLeft(
  snapshot: Snapshot,
  locked: Pick<LockedClient, 'discountOf'>,
  order: Order,
  cardKey: string | null,
): Promise<DiscountLeft | undefined> {
  if (!order.asFirst && order.coupon === null) return undefined
  const due = await locked.discountOf(order, cardKey)
  const remaining = remainingDiscount(order, due)
  if (remaining === 'all') return undefined
  if (due.coupon?.is === 'reserved')
    throw new Refusal(
      'coupon_invalid',
      'Another order is being paid with this coupon: try again when that payment has ended; no money has moved',
    )
  const { payinGroup, fees } = order.quote
  const payin = tariffFor(snapshot, order.partnerId).payin[payinGroup]
  if (!payin) return undefined
  const serviceBps = serviceBpsOf(payin, remaining)
  if (serviceBps === fees.serviceBps) return undefined
  return { asFirst: false, coupon: remaining.coupon, serviceBps }
}
