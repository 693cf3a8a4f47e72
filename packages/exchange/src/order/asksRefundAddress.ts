import { isStopped, payinOf, type Order } from './Order.ts'

/** Whether coins of an order wait for its buyer's refund address. While the order is stopped, nothing is sent. */
export function asksRefundAddress(order: Order): boolean {
  return payinOf(order).refundAddress === 'needed' && !isStopped(order)
}
