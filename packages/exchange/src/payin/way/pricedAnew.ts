import type { Money } from '@cambio/wire/Money.ts'
import type { Fact, Order } from '../../order/Order.ts'
import { priceAgain } from '../../price/priceAgain.ts'
import type { Prices } from '../../price/RateSource.ts'
import { pricedFact } from './pricedFact.ts'

/** Prices an order for a received amount, at current prices; fees may leave nothing of it. */
export function pricedAnew(
  order: Order,
  payin: Money,
  prices: Prices,
): Fact & { is: 'priced' | 'unpriceable' } {
  const quote = priceAgain(order.quote, prices, payin)
  return quote ? pricedFact(order, quote, prices) : { is: 'unpriceable' }
}
