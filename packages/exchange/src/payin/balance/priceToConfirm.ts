import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Fact, Order } from '../../order/Order.ts'
import { isNotablyLess, priceAtMost } from '../../price/priceAtMost.ts'
import { toFeeQuote, type Quote } from '../../price/Quote.ts'
import type { Prices } from '../../price/RateSource.ts'

/** The price that a withdrawal is paid out at: the order's own, or another, which its client may have to see first. */
export type PriceToConfirm =
  | { readonly is: 'as_shown' }
  | { readonly is: 'less'; readonly fact: Fact; readonly refusal: Refusal | null }
  | { readonly is: 'refused'; readonly refusal: Refusal }

/**
 * Prices a withdrawal into another coin when its right code arrives. Its client could have waited for the market, so it
 * pays what was shown or what today's rate pays, whichever is less. Where that is notably less, the client sees the new
 * price first and sends the code again. An order with a floating rate is priced after it is confirmed.
 * @param prices today's, or why there are none
 * @throws Refusal rate_unavailable
 */
export function priceToConfirm(order: Order, prices: Prices | Refusal): PriceToConfirm {
  const { quote, floating, coupon, asFirst } = order
  if (floating || quote.payin.currency === quote.payout.currency) return { is: 'as_shown' }
  if (prices instanceof Refusal) return { is: 'refused', refusal: prices }
  const today = priceAtMost(quote, prices)
  if (!today) return { is: 'refused', refusal: nothingLeft() }
  if (today === quote) return { is: 'as_shown' }
  return {
    is: 'less',
    fact: { is: 'repriced', quote: today, guaranteedUntil: null, coupon, asFirst },
    refusal: isNotablyLess(today, quote) ? priceChanged(today) : null,
  }
}

function priceChanged(quote: Quote): Refusal {
  return new Refusal(
    'quote_expired',
    'The price has changed: check the new one, then send the same code again to accept it. Nothing was paid out',
    { extra: { quote: toFeeQuote(quote) } },
  )
}

function nothingLeft(): Refusal {
  return new Refusal(
    'amount_out_of_bounds',
    'At the current price nothing is left after fees. Nothing was paid out; the amount returns to the balance when the order expires',
  )
}
