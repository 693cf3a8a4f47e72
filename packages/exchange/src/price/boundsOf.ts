import * as Money from '@cambio/wire/Money.ts'
import type { Bounds } from '@cambio/wire/order/Quote.ts'
import { fromEur } from './euro.ts'
import type { Pair } from './Pair.ts'
import { pairUnavailable } from './pairUnavailable.ts'
import { fromPayin, fromPayout, type Pricing } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** The bounds of one order of a pair. */
export type OrderBounds = {
  /** The smallest and the largest pay-in. */
  readonly least: Money.Money
  readonly most: Money.Money
  /** The bounds of both sides as the API publishes them: an amount within these is accepted. */
  readonly bounds: Bounds
}

/**
 * Finds the smallest and the largest pay-in of one order of a pair. Where the tariff's smallest would leave nothing
 * after fees, the smallest is what buys twice the network fee.
 * @throws Refusal pair_unavailable when that exceeds the largest: at these prices no amount can be paid
 */
export function boundsOf(
  prices: Prices,
  { payin, payout, payinTariff }: Pair,
  pricing: Pricing,
): OrderBounds {
  const floor = fromEur(payinTariff.minEurCents, payin.code, prices)
  const paysFee = fromPayout(pricing, atLeastOne(pricing.payoutFee))
  const least = floor.units >= paysFee.payin.units ? floor : paysFee.payin
  const most = fromEur(payinTariff.maxEurCents, payin.code, prices)
  const mostOut = fromPayin(pricing, most)?.payout
  if (!mostOut || least.units > most.units) throw pairUnavailable(payin, payout)
  const leastOut = leastPayout(pricing, { least, most }) ?? mostOut
  const bounds = {
    payin_min_amount: Money.format(least),
    payin_max_amount: Money.format(most),
    payout_min_amount: Money.format(leastOut),
    payout_max_amount: Money.format(mostOut),
  }
  return { least, most, bounds }
}

/**
 * The smallest pay-out that may be requested: it costs no less than the smallest pay-in. What the smallest pay-in
 * itself buys can cost a little less, where both fees happen to be rounded up there. A larger pay-out never costs less.
 * So the search doubles its step from there until a pay-out costs enough, and then bisects: one unit of either currency
 * may be worth any number of units of the other.
 * @returns undefined where the bounds are so close that the cost of no pay-out lies between them
 */
function leastPayout(
  pricing: Pricing,
  { least, most }: Pick<OrderBounds, 'least' | 'most'>,
): Money.Money | undefined {
  const { currency } = pricing.payoutFee
  const costOf = (units: bigint) => fromPayout(pricing, { units, currency }).payin.units
  let enough = fromPayin(pricing, least)?.payout.units ?? 1n
  let tooLittle = enough - 1n
  for (let step = 1n; costOf(enough) < least.units; step *= 2n) {
    tooLittle = enough
    enough += step
  }
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n
    if (costOf(middle) < least.units) tooLittle = middle
    else enough = middle
  }
  return costOf(enough) <= most.units ? { units: enough, currency } : undefined
}

function atLeastOne(money: Money.Money): Money.Money {
  return money.units > 0n ? money : { ...money, units: 1n }
}
