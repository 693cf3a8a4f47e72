import type { ClientOrderData } from '@cambio/wire/ClientOrder.ts'
import type { Order } from './Order.ts'
import { orderData } from './orderData.ts'

/** An order as its client sees it at a moment, without what its partner does with the coins. */
export function clientOrderData(order: Order, at: Date): ClientOrderData {
  const {
    partner_order_id: _id,
    payib_method: _method,
    substatus: _substatus,
    ...data
  } = orderData({ ...order, child: null }, at)
  return data
}
