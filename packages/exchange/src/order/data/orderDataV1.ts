import type { OrderDataV1 } from '@cambio/wire/order/Order.ts'
import type { Order } from '../Order.ts'
import { exactNumber, type WithExactNumbers } from './exactNumber.ts'
import { destination, txidOf } from './orderData.ts'
import { partnerStatus } from './partnerStatus.ts'

/** An order as its partner sees it in version 1, with amounts as exact numbers. */
export function orderDataV1(order: Order): WithExactNumbers<OrderDataV1> {
  const { payin, payout } = order.quote
  return {
    partner_order_id: order.partnerOrderId,
    payin_amount: exactNumber(payin),
    payout_amount: exactNumber(payout),
    payin_currency: payin.currency,
    payout_currency: payout.currency,
    payout_txid: txidOf(order),
    status: partnerStatus(order, order.status),
    ...destination(order),
  }
}
