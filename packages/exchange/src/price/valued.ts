import { inEur } from './euro.ts'
import { leftoverOf, type Lines, type Quote } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** Lines with their worth in EUR at these prices, as an order stores them. @throws Refusal rate_unavailable */
export function valued(
  lines: Lines,
  by: Pick<Quote, 'payinGroup' | 'payoutGroup' | 'fees'> & { prices: Prices },
): Quote {
  const { payinGroup, payoutGroup, fees, prices } = by
  return {
    ...lines,
    leftover: leftoverOf(lines),
    payinGroup,
    payoutGroup,
    payinEur: inEur(lines.payin, prices),
    payoutEur: inEur(lines.payout, prices),
    marginEur: inEur(lines.marginFee, prices),
    fees,
  }
}
