import type * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { PayinGroup, PayoutGroup } from '@cambio/wire/Payment.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import type { PayinTariff, Tariff } from '../catalogue/Tariff.ts'
import { fromEur } from './euro.ts'
import { pricingOf } from './pricingOf.ts'
import { fromPayin, fromPayout, type Fees, type Pricing } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** A part of the service fee that is not taken, in hundredths of a percent of the fee: 10 000 waives it. */
export type Discount = { readonly offBps: bigint }

/** What is bought for what, by which rails. */
export type Pair = {
  readonly payin: Currency.Currency
  readonly payout: Currency.Currency
  readonly payinGroup: PayinGroup
  readonly payoutGroup: PayoutGroup
  readonly payinTariff: PayinTariff
}

/** What any amount of a pair is priced by. */
export type PairPrice = {
  readonly pricing: Pricing
  readonly fees: Fees
  /** The least and the most one order may pay in. */
  readonly least: Money.Money
  readonly most: Money.Money
  /** The same on both sides, as it is said. */
  readonly bounds: Bounds
}

type Known = PairPrice & Pick<Pair, 'payout' | 'payinGroup'> & Discount

/** Kept for each tariff by pay-in currency, until the prices change: many quotes are asked for at the same ones. */
const known = new WeakMap<Tariff, { readonly prices: Prices; readonly byPayin: Map<string, Known[]> }>()

/** The price of a pair at these prices, whatever the amount. @throws Refusal rate_unavailable */
export function pairPrice(tariff: Tariff, prices: Prices, pair: Pair, { offBps }: Discount): PairPrice {
  let kept = known.get(tariff)
  if (kept?.prices !== prices) {
    kept = { prices, byPayin: new Map() }
    known.set(tariff, kept)
  }
  const { payout, payinGroup } = pair
  const ofPayin = kept.byPayin.get(pair.payin.code)
  const standing = ofPayin?.find(
    (other) => other.payout === payout && other.payinGroup === payinGroup && other.offBps === offBps,
  )
  if (standing) return standing
  const fresh = { ...priced(tariff, prices, pair, { offBps }), payout, payinGroup, offBps }
  if (ofPayin) ofPayin.push(fresh)
  else kept.byPayin.set(pair.payin.code, [fresh])
  return fresh
}

function priced(tariff: Tariff, prices: Prices, pair: Pair, discount: Discount): PairPrice {
  const fees = feesOf(tariff, pair, discount)
  const pricing = pricingOf(prices, pair, fees)
  return { pricing, fees, ...boundsOf(prices, pair, pricing) }
}

/** What the tariff takes of a pair. What is left of the service fee is rounded up. */
function feesOf(tariff: Tariff, { payout, payinTariff }: Pair, { offBps }: Discount): Fees {
  return {
    networkBps: payinTariff.networkBps,
    serviceBps: (payinTariff.serviceBps * (10_000n - offBps) + 9_999n) / 10_000n,
    spreadBps: tariff.spreadBps,
    transferEurCents: payout.network === null ? 0n : tariff.transferEurCents[payout.network],
  }
}

/** Where the tariff's least would leave nothing after fees, the least is what buys twice the network fee. */
function boundsOf(
  prices: Prices,
  { payin, payout, payinTariff }: Pair,
  pricing: Pricing,
): Omit<PairPrice, 'pricing' | 'fees'> {
  const floor = fromEur(payinTariff.minEurCents, payin.code, prices)
  const paysFee = fromPayout(pricing, atLeastOne(pricing.payoutFee))
  const least = floor.units >= paysFee.payin.units ? floor : paysFee.payin
  const most = fromEur(payinTariff.maxEurCents, payin.code, prices)
  const low = fromPayin(pricing, least)
  const high = fromPayin(pricing, most)
  if (!low || !high) throw new Error(`Bounds of ${payin.code}-${payout.code} buy nothing`)
  const bounds = {
    payin_min_amount: Money.format(least),
    payin_max_amount: Money.format(most),
    payout_min_amount: Money.format(low.payout),
    payout_max_amount: Money.format(high.payout),
  }
  return { least, most, bounds }
}

function atLeastOne(money: Money.Money): Money.Money {
  return money.units > 0n ? money : { ...money, units: 1n }
}
