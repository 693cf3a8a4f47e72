import type * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { Group } from '@cambio/wire/Payment.ts'
import type { Bounds } from '@cambio/wire/Quote.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import { fromEur, priceOf } from './euro.ts'
import type { Prices } from './ports/RateSource.ts'
import { fromPayin, fromPayout, type Pricing } from './Quote.ts'
import type { PayinTariff, Tariff } from './Tariff.ts'

/** A part of the service fee that is not taken, in hundredths of a percent of the fee: 10 000 waives it. */
export type Discount = { readonly offBps: bigint }

/** What is bought for what, by which rails. */
export type Pair = {
  readonly payin: Currency.Currency
  readonly payout: Currency.Currency
  readonly payinGroup: Group
  readonly payoutGroup: Group
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

/** Kept for as long as its prices are: many quotes are asked for at the same ones. */
const known = new WeakMap<Prices, WeakMap<Tariff, Map<string, PairPrice>>>()

/** The price of a pair at these prices, whatever the amount. @throws Refusal rate_unavailable */
export function pairPrice(tariff: Tariff, prices: Prices, pair: Pair, discount: Discount): PairPrice {
  const ofPrices = known.get(prices) ?? new WeakMap<Tariff, Map<string, PairPrice>>()
  const ofTariff = ofPrices.get(tariff) ?? new Map<string, PairPrice>()
  known.set(prices, ofPrices.set(tariff, ofTariff))
  const key = `${pair.payin.code} ${pair.payinGroup} ${pair.payout.code} ${discount.offBps}`
  const price = ofTariff.get(key) ?? priced(tariff, prices, pair, discount)
  ofTariff.set(key, price)
  return price
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
