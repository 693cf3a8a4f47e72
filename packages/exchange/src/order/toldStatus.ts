import type { Status } from '@cambio/wire/Order.ts'
import type { Event, Order } from './Order.ts'

/** What programs are told that were written before there were more statuses: the nearest of those that they know. */
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

/** A status as the order's partner is told it. */
export function toldStatus({ statuses }: Pick<Order, 'statuses'>, status: Status): Status {
  return statuses === 'plain' ? plain[status] : status
}

/** Every status that the order had as its partner is told them, oldest first, one after another never the same. */
export function toldLog(order: Order): Event[] {
  return order.events
    .map((event) => ({ ...event, status: toldStatus(order, event.status) }))
    .filter(({ status }, index, told) => status !== told[index - 1]?.status)
}
