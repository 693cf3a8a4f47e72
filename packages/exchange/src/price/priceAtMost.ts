import type { Prices } from './RateSource.ts'
import { priceAgain } from './priceAgain.ts'
import type { Quote } from './Quote.ts'

/**
 * The price of what was quoted some time ago, for somebody who could choose the moment: the quote or today's, whichever
 * pays less, so that waiting for the market gains nothing.
 * @returns undefined where nothing would be left to pay out today
 * @throws Refusal rate_unavailable
 */
export function priceAtMost(quote: Quote, prices: Prices): Quote | undefined {
  const today = priceAgain(quote, prices)
  if (!today) return undefined
  return today.payout.units < quote.payout.units ? today : quote
}
