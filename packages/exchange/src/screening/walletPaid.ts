import type { Order } from '../order/Order.ts'
import { payoutTraitsOf } from '../payout/traits/PayoutTraits.ts'

/** The wallet that an order's coins go to; null where they stay in an account. */
export function walletPaid({
  quote,
  child,
  destination,
}: Pick<Order, 'quote' | 'child' | 'destination'>): string | null {
  return payoutTraitsOf(quote.payoutGroup).isOnChain && child === null ? destination.address : null
}
