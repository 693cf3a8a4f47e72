import type { Order } from '../../order/Order.ts'
import { transfersOf } from '../Payin.ts'

/** Whether a received transfer of an order has to be returned to its payer. */
export function isReturning({ payin }: Pick<Order, 'payin'>, number: number): boolean {
  return transfersOf(payin).some((transfer) => transfer.number === number && transfer.state === 'returning')
}
