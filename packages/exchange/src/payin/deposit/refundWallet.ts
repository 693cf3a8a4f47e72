import type { Order } from '../../order/Order.ts'

/** The wallet that an order's coins are being returned to; null while none are. */
export function refundWallet({ payin }: Pick<Order, 'payin'>): string | null {
  const isOnItsWay = payin.is === 'deposit' && payin.deposits.some(({ state }) => state === 'returning')
  return isOnItsWay ? payin.refundAddress : null
}
