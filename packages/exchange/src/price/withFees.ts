import { fromPayin, type Fees, type Quote } from './Quote.ts'
import type { Prices } from './RateSource.ts'
import { valued } from './valued.ts'

/** A quote by other fees at its own rate; undefined where nothing would be left to pay out. @throws Refusal rate_unavailable */
export function withFees(quote: Quote, fees: Fees, prices: Prices): Quote | undefined {
  const lines = fromPayin({ ...quote, ...fees }, quote.payin)
  return lines && valued(lines, { ...quote, fees, prices })
}
