import type { Need } from '@cambio/server/work/needs.ts'

/** What needs the operator's attention. */
export const cardsNeeds: readonly Need[] = [
  {
    name: 'notifications_failed',
    help: 'Notifications that their merchant has not taken in five attempts.',
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
    help: 'Addresses that nothing is sent to for a quarter of an hour, since they were too slow.',
    event: 'an address of notifications is blocked: “notification unblock” opens it again',
    text: 'select count(*) from notification_address where blocked_until > now()',
  },
  {
    name: 'operations_repeating',
    help: 'Captures and returns that the acquirer has not answered and that are repeated.',
    event: 'an acquirer does not say what became of a capture or return, which is repeated',
    text: `select count(*) from operation where state = 'open' and due_attempts > 1`,
  },
  {
    name: 'transactions_charged_back',
    help: 'Payments that a bank has taken back.',
    event: 'a payment was charged back: “transaction list” names it',
    text: `select count(*) from transaction where charged_back > 0`,
  },
]
