import { ended, type RefundReason } from '@cambio/wire/Order.ts'
import { payinOf, pendingBy, type Event, type Order } from './Order.ts'

/** Why an order's money goes or went back, by the last event that sent it; null where none does. */
export function refundReason(order: Order): RefundReason | null {
  const { returning, returned, owed, settledByHand, chargedBack } = payinOf(order)
  if ([returning, returned, owed, settledByHand, chargedBack].every((amount) => amount === null)) return null
  const { events } = order
  const reasons = events.map((event, index) => reasonOf(event, events.slice(0, index)))
  return reasons.findLast((reason) => reason !== null) ?? 'unexpected_payment'
}

function reasonOf(event: Event, before: readonly Event[]): RefundReason | null {
  switch (event.fact) {
    case 'expired':
      return event.status === 'expired' ? null : lapsed(before)
    case 'refused':
      return event.status === 'canceled' ? null : 'verification_refused'
    case 'price_refused':
      return 'price_not_accepted'
    case 'out_of_bounds':
      return 'amount_out_of_bounds'
    case 'capture_refused':
      return 'capture_failed'
    case 'payout_called_off':
    case 'payout_refused':
      return 'payout_failed'
    case 'charged_back':
    case 'transfer_taken_back':
      return 'bank_took_back'
    case 'refund_ordered':
    case 'settled_by_hand':
      return 'operator'
    case 'held':
    case 'settled':
    case 'transfer_came':
    case 'deposit_came':
      return cameLate(before) ? 'late_payment' : null
    default:
      return null
  }
}

/** Why money goes back that waited with its order until that was too long. */
function lapsed(events: readonly Event[]): RefundReason {
  return pendingBy({ events }) === 'discount_over' ? 'price_not_accepted' : 'verification_expired'
}

/** Whether an order had ended without its money when more came. A finished one had taken its own. */
function cameLate(before: readonly Event[]): boolean {
  const status = before.at(-1)?.status
  return status !== undefined && status !== 'finished' && status !== 'refunded' && ended.has(status)
}
