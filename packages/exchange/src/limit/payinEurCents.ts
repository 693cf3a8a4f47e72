import { payinOf, type Order } from '../order/Order.ts'
import { inEur } from '../price/euro.ts'
import type { Prices } from '../price/RateSource.ts'

/**
 * What an order that is not priced by its money yet takes of its client's limit, EUR cents: what came for it, or what is
 * to come.
 * @param prices null where none are at hand: then it counts by the price that the order was placed at
 * @throws Refusal rate_unavailable
 */
export function payinEurCents(order: Order, prices: Prices | null): bigint {
  const { payin, payinEur } = order.quote
  const amount = payinOf(order).received?.amount ?? payin
  return prices ? inEur(amount, prices).units : (payinEur.units * amount.units) / payin.units
}
