import type { Order } from '../order/Order.ts'
import type { DiscountDue } from './LockedClient.ts'

/**
 * What remains of an order's discount when its payment is received: all of it, or the coupon's part of the service fee
 * in basis points, or nothing where the coupon is not available either.
 */
export function remainingDiscount(
  { asFirst, coupon: code }: Pick<Order, 'asFirst' | 'coupon'>,
  { isFirst, coupon }: DiscountDue,
): 'all' | { readonly coupon: string | null; readonly offBps: bigint } {
  if (asFirst ? isFirst : coupon?.is === 'free') return 'all'
  return coupon?.is === 'free' ? { coupon: code, offBps: coupon.offBps } : { coupon: null, offBps: 0n }
}
