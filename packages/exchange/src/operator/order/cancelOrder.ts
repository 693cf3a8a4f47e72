import { hasEnded, payinOf, waitsForOperator, type Order } from '../../order/Order.ts'
import type { OperatorDeps, Outcome } from '../act.ts'
import { instruct, type AboutOrder, type Instructed, type OrderParts } from './instruct.ts'
import type { NotCanceled, OrderRefusal } from './OrderRefusal.ts'

/** Cancels an unpaid order. Money that arrives for it later is refunded, or owed. */
export function cancelOrder(
  deps: OperatorDeps<OrderParts>,
  about: AboutOrder,
): Promise<Outcome<Instructed, OrderRefusal>> {
  const fact = { is: 'cancel_ordered', note: about.reason } as const
  return instruct(deps, { ...about, act: 'cancel' }, (order) => ({
    fact,
    otherwise: objectionToCanceling(order),
  }))
}

/** Why an order cannot be canceled as unpaid. */
function objectionToCanceling(order: Order): NotCanceled {
  const { status } = order
  const { received, authorised, returning, isOpen } = payinOf(order)
  if (hasEnded(order)) return { code: 'ended', status }
  if (received !== null) return { code: 'paid', received: received.amount }
  if (returning !== null) return { code: 'going_back', returning }
  if (authorised !== null) return { code: 'held_next', authorised }
  if (isOpen) return { code: 'payment_open' }
  return waitsForOperator(order) ? { code: 'waits_for_operator' } : { code: 'past_canceling', status }
}
