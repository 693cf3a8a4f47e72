import { payinOf, type Order } from '../order/Order.ts'
import { inEur } from '../price/euro.ts'
import type { Prices } from '../price/RateSource.ts'

/**
 * The part of its client's limit that an order not yet priced by its money uses, EUR cents: of the money received, or
 * expected.
 * @param prices null where none are at hand: then it counts by the price that the order was placed at
 * @throws Refusal rate_unavailable
 */
export function payinEurCents(order: Order, prices: Prices | null): bigint {
  const { payin, payinEur } = order.quote
  const amount = payinOf(order).received?.amount ?? payin
  return prices ? inEur(amount, prices).units : (payinEur.units * amount.units) / payin.units
}
