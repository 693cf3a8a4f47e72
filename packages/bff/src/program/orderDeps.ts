import type { WarnOperator } from '@cambio/exchange/order/WarnOperator.ts'
import { openedOrderUrl } from '../pages/openedOrderUrl.ts'
import { verificationUrlAt } from '../pages/verification/verificationUrlAt.ts'
import { savingCards } from '../payin/card/savingCards.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'
import type { Exchange } from './Exchange.ts'

/** The deps of the verbs that process orders and follow notices. */
export function orderDeps(exchange: Exchange) {
  const { database, clock } = exchange
  const stores = storesOf(storeDepsOf(exchange))
  return {
    ...exchange,
    ...stores,
    card: savingCards(exchange, stores.savedCards),
    query: database.query,
    warnOperator: ((message, orderId) => exchange.log.warn(message, { orderId })) satisfies WarnOperator,
    verificationUrl: verificationUrlAt(exchange.baseUrl),
    orderUrl: openedOrderUrl(exchange),
    now: () => clock.now(),
  }
}
