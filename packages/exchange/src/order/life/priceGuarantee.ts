import { payinTraits } from '../../payin/traits/PayinTraits.ts'
import type { Order, Terms } from '../Order.ts'

/** How long a price that the widget has shown is guaranteed, milliseconds. */
export const SHOWN_PRICE_MS = 60 * 1_000
/** How long the price of an order by the API is guaranteed, milliseconds. */
const PLACED_PRICE_MS = 15 * 60 * 1_000

/** Until when a card order may be charged at a price made now; null where it is priced once its money is received. */
export function priceGuaranteedUntil(
  { origin, floating, quote }: Pick<Terms, 'origin' | 'floating' | 'quote'>,
  pricedAt: Date,
): Date | null {
  if (floating || !payinTraits[quote.payinGroup].hasGuaranteedPrice) return null
  return new Date(pricedAt.getTime() + (origin === 'widget' ? SHOWN_PRICE_MS : PLACED_PRICE_MS))
}

/** Whether an order has to be priced anew before its card is charged. */
export function isPriceExpired({ priceGuaranteedUntil: until }: Order, now: Date): boolean {
  return until !== null && now >= until
}
