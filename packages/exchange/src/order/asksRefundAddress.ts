import { isStopped, payinOf, type Order } from './Order.ts'

/** Whether coins of an order wait for its buyer to say where they go back to. While it is stopped nothing goes anywhere. */
export function asksRefundAddress(order: Order): boolean {
  return payinOf(order).refundAddress === 'needed' && !isStopped(order)
}
