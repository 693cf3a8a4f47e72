import type { Need } from '@cambio/server/work/needs.ts'

/** What needs the operator's attention. */
export const cardsNeeds: readonly Need[] = [
  {
    name: 'notifications_failed',
    help: 'Notifications that their merchant did not accept in five attempts.',
    event:
      'notifications were given up: “notification list” names them, “notification resend” sends one again',
    text: `select count(*) from notification where state = 'failed'`,
  },
  {
    name: 'notification_retries_waiting',
    help: 'Notifications that failed and wait for their next attempt.',
    event: 'more notifications wait for another attempt',
    text: `select count(*) from notification where state = 'waiting' and attempts > 0`,
  },
  {
    name: 'notification_addresses_blocked',
    help: 'Addresses that were too slow, so that nothing is sent to them for a quarter of an hour.',
    event: 'an address of notifications is blocked: “notification unblock” opens it again',
    text: 'select count(*) from notification_address where blocked_until > now()',
  },
  {
    name: 'operations_repeating',
    help: 'Captures and refunds that the acquirer has not answered and that are repeated.',
    event: 'an acquirer does not answer about a capture or refund, which is repeated',
    text: `select count(*) from operation where state = 'open' and due_attempts > 1`,
  },
  {
    name: 'transactions_charged_back',
    help: 'Payments that a bank has charged back.',
    event: 'a payment was charged back: “transaction list” names it',
    text: `select count(*) from transaction where charged_back > 0`,
  },
]
