import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../catalogue/Catalogue.ts'
import { applyFact } from '../order/life/applyFact.ts'
import { expiryOf } from '../order/life/expiry.ts'
import { mayOpen, type Fact, type Order } from '../order/Order.ts'
import type { OrderStore } from '../order/OrderStore.ts'
import { freshPrices } from '../price/freshPrices.ts'
import type { Prices, RateSource } from '../price/RateSource.ts'
import { reprice } from '../price/reprice.ts'
import type { Random } from '../Random.ts'

/**
 * Opens an order at once for payment by the client that was found for it. Without a fresh price, the order is opened
 * once there is one.
 */
export async function openForClient(
  deps: {
    orders: Pick<OrderStore, 'find' | 'save'>
    rates: RateSource
    catalogue: Catalogue
    random: Random
    now: () => Date
  },
  orderId: string,
): Promise<void> {
  const order = await deps.orders.find(orderId)
  if (!order || !mayOpen(order)) return
  try {
    const fact = openedFact(order, await freshPrices(deps, deps.catalogue.now().tariff), deps.now())
    if (fact) await applyFact(deps, { orderId, fact })
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'rate_unavailable')) throw error
  }
}

/**
 * The fact that opens an order for its client, at this price and for as long as a new order; undefined where fees leave
 * nothing.
 */
export function openedFact({ quote }: Order, prices: Prices, now: Date): Fact | undefined {
  const fresh = reprice(quote, prices)
  return fresh && { is: 'cleared', quote: fresh, expiresAt: expiryOf(fresh, now) }
}
