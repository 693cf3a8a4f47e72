import { payinOf, type Order } from '../order/Order.ts'
import { inEur } from '../price/euro.ts'
import type { Prices } from '../price/RateSource.ts'

/**
 * The part of its client's limit, EUR cents, that an order uses before it is priced by the money received: of that
 * money, or of what is expected.
 * @param prices null where none are available: the price at which the order was placed is used then
 * @throws Refusal rate_unavailable
 */
export function payinEurCents(order: Order, prices: Prices | null): bigint {
  const { payin, payinEur } = order.quote
  const amount = payinOf(order).received?.amount ?? payin
  return prices ? inEur(amount, prices).units : (payinEur.units * amount.units) / payin.units
}
