import type { Tariff } from '../catalogue/Tariff.ts'
import { boundsOf, type OrderBounds } from './boundsOf.ts'
import { feesOf, type Discount } from './feesOf.ts'
import type { Pair } from './Pair.ts'
import { pricingOf } from './pricingOf.ts'
import type { Fees, Pricing } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** What prices any amount of a pair. */
export type PairPrice = OrderBounds & { readonly pricing: Pricing; readonly fees: Fees }

type CachedPrice = PairPrice & Pick<Pair, 'payout' | 'payinGroup' | 'payoutGroup'> & Discount

/**
 * Prices of pairs by tariff and pay-in currency, cached until the market's prices change, since many quotes use the
 * same ones.
 */
const cache = new WeakMap<Tariff, { readonly prices: Prices; readonly byPayin: Map<string, CachedPrice[]> }>()

/** The price of a pair at these prices, for any amount. @throws Refusal rate_unavailable, pair_unavailable */
export function pairPrice(tariff: Tariff, prices: Prices, pair: Pair, { offBps }: Discount): PairPrice {
  let entry = cache.get(tariff)
  if (entry?.prices !== prices) {
    entry = { prices, byPayin: new Map() }
    cache.set(tariff, entry)
  }
  const { payout, payinGroup, payoutGroup } = pair
  const ofPayin = entry.byPayin.get(pair.payin.code)
  const cached = ofPayin?.find(
    (other) =>
      other.payout === payout &&
      other.payinGroup === payinGroup &&
      other.payoutGroup === payoutGroup &&
      other.offBps === offBps,
  )
  if (cached) return cached
  const fresh = { ...priced(tariff, prices, pair, { offBps }), payout, payinGroup, payoutGroup, offBps }
  if (ofPayin) ofPayin.push(fresh)
  else entry.byPayin.set(pair.payin.code, [fresh])
  return fresh
}

function priced(tariff: Tariff, prices: Prices, pair: Pair, discount: Discount): PairPrice {
  const fees = feesOf(tariff, pair, discount)
  const pricing = pricingOf(prices, pair, fees)
  return { pricing, fees, ...boundsOf(prices, pair, pricing) }
}
