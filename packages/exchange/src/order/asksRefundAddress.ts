import { isStopped, type Order } from './Order.ts'

/** Whether coins of an order wait for its buyer to say where they go back to. While it is stopped nothing goes anywhere. */
export function asksRefundAddress(order: Order): boolean {
  const { payin } = order
  if (payin.is !== 'deposit' || payin.refundAddress !== null || isStopped(order)) return false
  return payin.deposits.some(({ state }) => state === 'owed')
}
