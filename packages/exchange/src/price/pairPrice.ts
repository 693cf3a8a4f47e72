import type { Tariff } from '../catalogue/Tariff.ts'
import { boundsOf, type OrderBounds } from './boundsOf.ts'
import type { Pair } from './Pair.ts'
import { feesOf, type Discount } from './feesOf.ts'
import { pricingOf } from './pricingOf.ts'
import type { Fees, Pricing } from './Quote.ts'
import type { Prices } from './RateSource.ts'

/** What any amount of a pair is priced by. */
export type PairPrice = OrderBounds & { readonly pricing: Pricing; readonly fees: Fees }

type Known = PairPrice & Pick<Pair, 'payout' | 'payinGroup' | 'payoutGroup'> & Discount

/** Kept for each tariff by pay-in currency, until the prices change: many quotes are asked for at the same ones. */
const known = new WeakMap<Tariff, { readonly prices: Prices; readonly byPayin: Map<string, Known[]> }>()

/** The price of a pair at these prices, whatever the amount. @throws Refusal rate_unavailable, pair_unavailable */
export function pairPrice(tariff: Tariff, prices: Prices, pair: Pair, { offBps }: Discount): PairPrice {
  let kept = known.get(tariff)
  if (kept?.prices !== prices) {
    kept = { prices, byPayin: new Map() }
    known.set(tariff, kept)
  }
  const { payout, payinGroup, payoutGroup } = pair
  const ofPayin = kept.byPayin.get(pair.payin.code)
  const held = ofPayin?.find(
    (other) =>
      other.payout === payout &&
      other.payinGroup === payinGroup &&
      other.payoutGroup === payoutGroup &&
      other.offBps === offBps,
  )
  if (held) return held
  const fresh = { ...priced(tariff, prices, pair, { offBps }), payout, payinGroup, payoutGroup, offBps }
  if (ofPayin) ofPayin.push(fresh)
  else kept.byPayin.set(pair.payin.code, [fresh])
  return fresh
}

function priced(tariff: Tariff, prices: Prices, pair: Pair, discount: Discount): PairPrice {
  const fees = feesOf(tariff, pair, discount)
  const pricing = pricingOf(prices, pair, fees)
  return { pricing, fees, ...boundsOf(prices, pair, pricing) }
}
