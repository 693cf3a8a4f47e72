import type { Fact, Order } from '../../order/Order.ts'
import { atMid } from '../../price/euro.ts'
import type { Quote } from '../../price/Quote.ts'
import type { Prices } from '../../price/RateSource.ts'

/**
 * The price of an order whose money is in. What a child order sells its coins for is made of the same prices, so that
 * nobody gains by a market that moves between the two.
 */
export function pricedFact({ child }: Order, quote: Quote, prices: Prices): Fact & { is: 'priced' } {
  return child
    ? { is: 'priced', quote, proceeds: atMid(quote.payout, child.proceeds.currency, prices) }
    : { is: 'priced', quote }
}
