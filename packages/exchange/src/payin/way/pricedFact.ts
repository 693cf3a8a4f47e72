import type { Fact, Order } from '../../order/Order.ts'
import { atMid } from '../../price/euro.ts'
import type { Quote } from '../../price/Quote.ts'
import type { Prices } from '../../price/RateSource.ts'

/**
 * The price of an order whose money is received. A child order sells its coins at the same prices, so that market moves
 * between the two bring no gain.
 */
export function pricedFact({ child }: Order, quote: Quote, prices: Prices): Fact & { is: 'priced' } {
  return child
    ? { is: 'priced', quote, proceeds: atMid(quote.payout, child.proceeds.currency, prices) }
    : { is: 'priced', quote }
}
