import { hasEnded, payinOf, waitsForOperator, type Order } from '../../order/Order.ts'
import type { NotCanceled } from './OrderRefusal.ts'

/** Why an order cannot end as one that nothing was paid for. */
export function objectionToCanceling(order: Order): NotCanceled {
  const { status } = order
  const { received, authorised, returning, isOpen } = payinOf(order)
  if (hasEnded(order)) return { code: 'ended', status }
  if (received !== null) return { code: 'paid', received: received.amount }
  if (returning !== null) return { code: 'going_back', returning }
  if (authorised !== null) return { code: 'held_next', authorised }
  if (isOpen) return { code: 'payment_open' }
  return waitsForOperator(order) ? { code: 'waits_for_operator' } : { code: 'past_canceling', status }
}
