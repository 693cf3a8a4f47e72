import type { Quote } from './Quote.ts'
import type { Prices } from './RateSource.ts'
import { reprice } from './reprice.ts'

/** How much less than shown may be paid out without the buyer seeing it first, hundredths of a percent. */
const MOST_LESS_BPS = 100n

/**
 * The price of an earlier quote, for a buyer who could choose the moment: the quote's or today's, whichever pays less,
 * so that waiting for the market brings no gain.
 * @returns undefined where nothing would be left to pay out today
 * @throws Refusal rate_unavailable
 */
export function priceAtMost(quote: Quote, prices: Prices): Quote | undefined {
  const today = reprice(quote, prices)
  if (!today) return undefined
  return today.payout.units < quote.payout.units ? today : quote
}

/** Whether a price pays so much less than shown that the buyer has to see it first. */
export function isNotablyLess(today: Quote, shown: Quote): boolean {
  return today.payout.units * 10_000n < shown.payout.units * (10_000n - MOST_LESS_BPS)
}
