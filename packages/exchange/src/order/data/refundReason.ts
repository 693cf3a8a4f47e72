import { ended, type RefundReason } from '@cambio/wire/order/Order.ts'
import { payinOf, pendingBy, type Event, type Order } from '../Order.ts'

/** Why an order's money is or was refunded, by the last event that caused it; null without a refund. */
export function refundReason(order: Order): RefundReason | null {
  const { returning, returned, owed, settledByHand, chargedBack } = payinOf(order)
  if ([returning, returned, owed, settledByHand, chargedBack].every((amount) => amount === null)) return null
  const { events } = order
  const found = events.map((event, index) => reasonOf(event, events.slice(0, index)))
  return found.findLast((reason) => reason !== null) ?? 'unexpected_payment'
}

type ReasonOf = RefundReason | ((event: Event, before: readonly Event[]) => RefundReason | null)

const late: ReasonOf = (_, before) => (isLate(before) ? 'late_payment' : null)

/** The facts that cause a refund. */
const reasons: Readonly<Partial<Record<Event['fact'], ReasonOf>>> = {
  expired: (event, before) => (event.status === 'expired' ? null : reasonOfExpiry(before)),
  refused: (event) => (event.status === 'canceled' ? null : 'verification_refused'),
  price_refused: 'price_not_accepted',
  out_of_bounds: 'amount_out_of_bounds',
  capture_refused: 'capture_failed',
  payout_called_off: 'payout_failed',
  payout_refused: 'payout_failed',
  charged_back: 'bank_took_back',
  transfer_taken_back: 'bank_took_back',
  refund_ordered: 'operator',
  settled_by_hand: 'operator',
  held: late,
  settled: late,
  transfer_came: late,
  deposit_came: late,
}

function reasonOf(event: Event, before: readonly Event[]): RefundReason | null {
  const reason = reasons[event.fact] ?? null
  return typeof reason === 'function' ? reason(event, before) : reason
}

/** Why the money of an order that expired is refunded. */
function reasonOfExpiry(events: readonly Event[]): RefundReason {
  return pendingBy({ events }) === 'discount_over' ? 'price_not_accepted' : 'verification_expired'
}

/** Whether an order had ended unpaid when more money was received. A finished one was paid before. */
function isLate(before: readonly Event[]): boolean {
  const status = before.at(-1)?.status
  return status !== undefined && status !== 'finished' && status !== 'refunded' && ended.has(status)
}
