import type { Statement } from '@cambio/server/postgres/Database.ts'
import { dueOrders } from './orderWrite.ts'

/**
 * Makes due at once the orders whose money may be on its way, since the process that handled them may have ended. Each
 * is asked about under the id that it was sent with.
 */
export function resumeOrders(now: Date): Statement {
  return {
    wakes: [dueOrders.channel],
    name: 'order_resume',
    text: `
      update orders set due_at = $1, due_attempts = 0
      where due_at > $1 and lease_until is null and (payout_state in ('sending', 'sent') or exists (
        select from attempt a where a.order_id = orders.id and a.state in ('open', 'challenged', 'held')))`,
    values: [now],
  }
}
