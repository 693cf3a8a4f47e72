import type { ClientOrderData } from '@cambio/wire/order/ClientOrder.ts'
import type { Order } from '../Order.ts'
import { buyersTxidOf, orderData } from './orderData.ts'

/** An order as its client sees it at a given time, without what its partner does with the coins. */
export function clientOrderData(order: Order, at: Date): ClientOrderData {
  const {
    partner_order_id: _id,
    payib_method: _method,
    substatus: _substatus,
    child_order_id: _childId,
    child_payin_amount: _childPayin,
    child_payin_currency: _childPayinCurrency,
    child_payout_amount: _childPayout,
    child_payout_currency: _childPayoutCurrency,
    child_order_status: _childStatus,
    child_order_substatus: _childSubstatus,
    metadata: _metadata,
    ...data
  } = orderData(order, at)
  return { ...data, payout_txid: buyersTxidOf(order) }
}
