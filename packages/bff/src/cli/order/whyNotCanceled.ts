import { hasEnded, payinOf, type Order } from '@cambio/exchange/order/Order.ts'
import { sumText } from './sumText.ts'

/** Why an order cannot end as one that nothing was paid for. */
export function whyNotCanceled(order: Order): string {
  const { id, status } = order
  const { received, authorised, returning, isOpen } = payinOf(order)
  if (hasEnded(order)) return `has ended already, as ${status}`
  if (received !== null) return `is paid, ${sumText([received.amount])}: “order refund ${id}” gives it back`
  if (returning !== null) return `has ${sumText([returning])} on its way back, and ends once that is returned`
  if (authorised !== null) return `has ${sumText([authorised])} held on a card, which is taken next`
  if (isOpen)
    return `has a payment under way: try again once “order show ${id}” tells that it came to nothing`
  return order.holdReason === null
    ? `is ${status}, and cannot be canceled any more`
    : `waits for you: “order resolve ${id}” ends that`
}
