import { inEur } from './euro.ts'
import { leftoverOf, type Lines, type Quote } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** Lines with what they are worth in EUR at these prices: what an order keeps. @throws Refusal rate_unavailable */
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
