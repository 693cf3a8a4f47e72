import type { Order } from '../../order/Order.ts'
import { transfersOf } from '../Payin.ts'

/** Whether a transfer that came for an order is to go back to its payer. */
export function goesBack({ payin }: Pick<Order, 'payin'>, number: number): boolean {
  return transfersOf(payin).some((transfer) => transfer.number === number && transfer.state === 'returning')
}
