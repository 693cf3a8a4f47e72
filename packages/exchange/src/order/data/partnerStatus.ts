import type { Status } from '@cambio/wire/order/Order.ts'
import type { Event, Order } from '../Order.ts'

/** The nearest earlier status for each status, for partners whose programs know only the earlier ones. */
const plain = {
  payin_pending: 'payin_pending',
  confirmation_pending: 'payin_pending',
  auth_success: 'processing',
  processing: 'processing',
  processing_payout: 'processing',
  pending: 'pending',
  finished: 'finished',
  canceled: 'canceled',
  error: 'error',
  expired: 'expired',
  refunded: 'refunded',
} as const satisfies Record<Status, Status>

/** A status in the set of statuses that the order's partner has chosen. */
export function partnerStatus({ statuses }: Pick<Order, 'statuses'>, status: Status): Status {
  return statuses === 'plain' ? plain[status] : status
}

/** The order's history in its partner's statuses, oldest first; steps with the same partner status are merged. */
export function partnerStatusLog(order: Order): Event[] {
  return order.events
    .map((event) => ({ ...event, status: partnerStatus(order, event.status) }))
    .filter(({ status }, index, events) => status !== events[index - 1]?.status)
}
