import type { Money } from '@cambio/wire/Money.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { Prices } from '../../price/RateSource.ts'
import { reprice } from '../../price/reprice.ts'
import { pricedFact } from './pricedFact.ts'

/** Prices an order for a received amount, at current prices; fees may leave nothing of it. */
export function repriceReceived(
  order: Order,
  payin: Money,
  prices: Prices,
): Fact & { is: 'priced' | 'unpriceable' } {
  const quote = reprice(order.quote, prices, payin)
  return quote ? pricedFact(order, quote, prices) : { is: 'unpriceable' }
}
