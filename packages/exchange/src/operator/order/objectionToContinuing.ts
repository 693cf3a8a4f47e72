import { isStopped, mayHaveLeft, payinOf, type Order } from '../../order/Order.ts'
import { owedParts } from '../../order/owedParts.ts'
import type { NotContinued } from './OrderRefusal.ts'

/** Why an order that waits for the operator cannot continue where it stopped. */
export function objectionToContinuing(order: Order): NotContinued {
  const { received, returning, lost, chargedBack } = payinOf(order)
  const owed = owedParts(order)
  if (owed.length > 0 && !isStopped(order)) return { code: 'money_owed', owed }
  if (mayHaveLeft(order) && returning !== null) return { code: 'goes_both_ways', returning }
  if (mayHaveLeft(order) && lost !== null) return { code: 'payment_lost', lost: lost.amount }
  if (received !== null) return { code: 'buys_nothing', received: received.amount }
  if (chargedBack === null && owed.length > 0) return { code: 'money_owed', owed }
  return { code: 'nothing_left', chargedBack }
}
