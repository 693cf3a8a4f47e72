import * as Money from '@cambio/wire/Money.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import { fromEur } from './euro.ts'
import { notAPair } from './notAPair.ts'
import type { Pair } from './Pair.ts'
import { fromPayin, fromPayout, type Pricing } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** What one order of a pair may be for. */
export type OrderBounds = {
  /** The least and the most it may pay in. */
  readonly least: Money.Money
  readonly most: Money.Money
  /** The bounds of both sides as the API publishes them: an amount within these is taken. */
  readonly bounds: Bounds
}

/**
 * Finds the least and the most that one order of a pair may pay in. Where the tariff's least would leave nothing after
 * fees, the least is what buys twice the network fee.
 * @throws Refusal pair_unavailable when that is more than the most: at these prices no amount can be paid
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
  if (!mostOut || least.units > most.units) throw notAPair(payin, payout)
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
 * The least pay-out that may be asked for: it costs no less than the least that may be paid in. What that least itself
 * buys can be had for a little less where both fees are rounded up just there, so it is looked for a few units on.
 * @returns undefined where the bounds are so close that no pay-out costs what lies between them
 */
function leastPayout(
  pricing: Pricing,
  { least, most }: Pick<OrderBounds, 'least' | 'most'>,
): Money.Money | undefined {
  const isWithin = (payout: Money.Money) => {
    const { payin } = fromPayout(pricing, payout)
    return payin.units >= least.units && payin.units <= most.units
  }
  for (let { units } = least; units <= most.units; units += 1n) {
    const bought = fromPayin(pricing, { ...least, units })?.payout
    if (!bought) continue
    if (isWithin(bought)) return bought
    const next = { ...bought, units: bought.units + 1n }
    if (isWithin(next)) return next
  }
  return undefined
}

function atLeastOne(money: Money.Money): Money.Money {
  return money.units > 0n ? money : { ...money, units: 1n }
}
