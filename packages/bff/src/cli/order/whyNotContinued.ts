import type { Order } from '@cambio/exchange/order/Order.ts'
import { owedAdvice } from './owedAdvice.ts'

/** Why an order that waits for the operator cannot go on where it stopped. */
export function whyNotContinued(order: Order): string {
  const owed = order.holdReason === 'owed' ? owedAdvice(order) : null
  return owed ?? 'has nothing to go on with; refund it, or settle it by hand'
}
