import type { Exchange } from '../program/Exchange.ts'
import { orderKeyOf } from '../store/order/orderKey.ts'
import { orderUrlAt } from './orderUrlAt.ts'

/** The address of an order's page, with the secret that opens it. */
export function openedOrderUrl({ baseUrl, keys }: Pick<Exchange, 'baseUrl' | 'keys'>) {
  return (orderId: string) => orderUrlAt(baseUrl, orderId, orderKeyOf(keys, orderId))
}
