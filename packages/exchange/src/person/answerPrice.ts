import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { applyFact } from '../order/life/applyFact.ts'
import { asksAboutPrice, isPricedOnReceipt, type Fact, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { freshPrices } from '../price/freshPrices.ts'
import { isNotablyLess, priceAtMost } from '../price/priceAtMost.ts'
import type { RateSource } from '../price/RateSource.ts'
import type { Random } from '../Random.ts'

type Deps = {
  orders: Pick<OrderStore, 'find' | 'save'>
  catalogue: Catalogue
  rates: RateSource
  random: Random
  now: () => Date
}

/**
 * Applies the answer of a buyer whose order lost its discount: the order goes on at the price without it, or is
 * refunded. The buyer could have waited for the market, so the order pays what was shown or what today's rate pays,
 * whichever is less. Where that is more than 1 % less, the buyer sees the new price first. An order that is priced on
 * receipt is priced again anyway.
 * @throws Refusal order_state where no answer is awaited; quote_expired, rate_unavailable, amount_out_of_bounds: the
 * buyer can answer again then
 */
export async function answerPrice(deps: Deps, orderId: string, answer: 'accept' | 'refund'): Promise<Order> {
  const order = await deps.orders.find(orderId)
  if (!order || !asksAboutPrice(order)) throw new Refusal('order_state', 'This price was already answered')
  const fact = answer === 'refund' ? ({ is: 'price_refused' } as const) : await acceptance(deps, order)
  const after = await applyFact(deps, { orderId, fact })
  if (fact.is === 'price_changed')
    throw new Refusal(
      'quote_expired',
      'The price has changed: check the new one, then answer again. Your money has not moved',
    )
  return after
}

async function acceptance(deps: Deps, order: Order): Promise<Fact> {
  const { quote } = order
  if (isPricedOnReceipt(order)) return { is: 'price_accepted', quote }
  const today = priceAtMost(quote, await freshPrices(deps, deps.catalogue.now().tariff))
  if (!today)
    throw new Refusal(
      'amount_out_of_bounds',
      'At the current price nothing is left after fees; you can choose a refund',
    )
  return { is: isNotablyLess(today, quote) ? 'price_changed' : 'price_accepted', quote: today }
}
