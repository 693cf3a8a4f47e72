import type { TellOperator } from '@cambio/exchange/order/TellOperator.ts'
import { openedOrderUrl } from '../pages/openedOrderUrl.ts'
import { verificationUrlAt } from '../pages/verification/verificationUrlAt.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'
import type { Exchange } from './Exchange.ts'

/** What the verbs need that go on with orders and follow notices. */
export function orderDeps(exchange: Exchange) {
  const { database, clock } = exchange
  return {
    ...exchange,
    ...storesOf(storeDepsOf(exchange)),
    query: database.query,
    tellOperator: ((message, orderId) => exchange.log.warn(message, { orderId })) satisfies TellOperator,
    verificationUrl: verificationUrlAt(exchange.baseUrl),
    orderUrl: openedOrderUrl(exchange),
    now: () => clock.now(),
  }
}
