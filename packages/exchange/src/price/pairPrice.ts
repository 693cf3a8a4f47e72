import type * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { PayinGroup, PayoutGroup } from '@cambio/wire/Payment.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import type { PayinTariff, Tariff } from '../catalogue/Tariff.ts'
import { fromEur, priceOf } from './euro.ts'
import type { Prices } from './RateSource.ts'
import { fromPayin, fromPayout, type Pricing } from './Quote.ts'

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
  const pricing = pricingOf(tariff, prices, pair, discount)
  return { pricing, ...boundsOf(prices, pair, pricing) }
}

function pricingOf(
  tariff: Tariff,
  prices: Prices,
  { payin, payout, payinTariff }: Pair,
  discount: Discount,
): Pricing {
  const mid = Rate.cross(
    { code: payin.code, price: priceOf(prices, payin.code) },
    { code: payout.code, price: priceOf(prices, payout.code) },
  )
  return {
    rate: Rate.widen(mid, tariff.spreadBps),
    networkBps: payinTariff.networkBps,
    serviceBps: (payinTariff.serviceBps * (10_000n - discount.offBps) + 9_999n) / 10_000n,
    payoutFee: transferFee(tariff, payout, prices),
  }
}

/** What the pay-out's network takes, in the coin, rounded up. Nothing where no network is involved. */
function transferFee(tariff: Tariff, { network, code }: Currency.Currency, prices: Prices): Money.Money {
  return network === null ? Money.zero(code) : fromEur(tariff.transferEurCents[network], code, prices)
}

/** Where the tariff's least would leave nothing after fees, the least is what buys twice the network fee. */
function boundsOf(
  prices: Prices,
  { payin, payout, payinTariff }: Pair,
  pricing: Pricing,
): Omit<PairPrice, 'pricing'> {
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
