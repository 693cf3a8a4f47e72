import type { Catalogue } from '@cambio/exchange/catalogue/Catalogue.ts'
import type { Need } from '@cambio/server/work/needs.ts'
import { MISMATCHED_LINES } from '../store/bank/mismatchedLines.ts'
import { confirmedBy, UNCONFIRMED } from '../store/bank/unconfirmedPayments.ts'
import { COUNT_NEAR_CAPS, nearCapValues, waitingSince } from '../store/departures.ts'
import { ORDER_LEFTOVERS } from '../store/ledger/orderLeftovers.ts'
import { COUNT_OWED_LINES } from '../store/ledger/owedLines.ts'

/** Work that waits for the operator. */
export const exchangeNeeds: readonly Need[] = [
  {
    name: 'orders_owed',
    help: 'Orders with money that is owed to their buyer and could not be given back.',
    event: 'money is owed: “owed list” names it',
    text: countWaiting("hold_reason = 'owed'"),
  },
  {
    name: 'orders_charged_back',
    help: 'Orders whose payment the bank charged back, and that nobody has looked at.',
    event: 'a payment was charged back: “owed list” names its order, “order resolve” ends the wait',
    text: countWaiting("hold_reason = 'charged_back'"),
  },
  {
    name: 'orders_stopped',
    help: 'Orders that wait for the operator for another reason.',
    event: 'an order is stopped: “owed list” says why, “order resolve” ends the wait',
    text: countWaiting("hold_reason not in ('owed', 'charged_back')"),
  },
  {
    name: 'verifications_in_review',
    help: 'Clients whose approved documents differ from their own details, and that nobody has decided on.',
    event: 'documents are not those of the client that was told: “client verifications” names them',
    text: 'select count(*) from verification_review where closed_at is null',
  },
  {
    name: 'callbacks_failed',
    help: 'Callbacks that were given up in the last 31 days and not sent again.',
    event: 'callbacks were given up: “callback list” names them, “callback resend --failed” sends them again',
    text: `select count(*) from callback
      where state = 'failed' and body is not null and why is distinct from 'no endpoint'`,
  },
  {
    name: 'endpoints_off',
    help: 'Partners whose endpoint said 410, so that nothing is sent there any more.',
    event: 'an endpoint is switched off: “callback resend --partner” switches it on again',
    text: 'select count(*) from partner where callbacks_off_at is not null',
  },
]

/** What the bank's lines have for the operator. */
export const bankNeeds: readonly Need[] = [
  {
    name: 'bank_lines_owed',
    help: 'Bank lines without an order that are owed to their senders.',
    event: 'money without an order is owed: “owed list” names it, “owed settle” settles it',
    text: COUNT_OWED_LINES,
  },
  {
    name: 'bank_lines_unfit',
    help: 'Lines by which money left under the name of a payment of ours that they do not fit, and that nobody has seen to.',
    event: 'money left that was not ordered: “owed list” names it, “owed settle” ends the wait',
    text: `select count(*) ${MISMATCHED_LINES}`,
  },
]

/** What the bank should have made by now. */
export function unconfirmedNeed(now: () => Date): Need {
  return {
    name: 'bank_payments_unconfirmed',
    help: 'Payments that a file had two bank days ago or more, and that no statement has named.',
    event: 'a payment is in no statement after two bank days: “owed list” names it, “sepa reject” ends it',
    text: `select count(*) ${UNCONFIRMED}`,
    values: () => [confirmedBy(now())],
  }
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Mails that partners' contacts may never have received. */
export function partnerMailNeed(now: () => Date): Need {
  return {
    name: 'partner_mails_undelivered',
    help: 'Mails to partners’ contacts of the last two days that were given up, or that may not have been delivered.',
    event:
      'mails to partners’ contacts were not delivered: “doctor” examines the mail server, and the log says why',
    text: `select count(*) from partner_mail where state in ('refused', 'unknown') and created_at > $1`,
    values: () => [new Date(now().getTime() - 2 * DAY_MS)],
  }
}

/** What waits to leave, and how near the caps are on what may. */
export function departureNeeds(deps: { catalogue: Catalogue; now: () => Date }): readonly Need[] {
  return [
    {
      name: 'payouts_waiting',
      help: 'Payments that are due and wait, since pay-outs are paused or one of their caps is reached.',
      event: 'pay-outs wait, since they are paused or a cap is reached: “payout show” tells which and why',
      text: 'select count(*) from departure_waiting where seen_at > $1',
      values: () => [waitingSince(deps.now())],
    },
    {
      name: 'payout_caps_near',
      help: 'Caps on pay-outs, by hour and by day, of which four fifths are used up or more.',
      event: 'pay-outs are near their cap and will wait above it: “payout show” tells how much is left',
      text: COUNT_NEAR_CAPS,
      values: () => nearCapValues(deps.now(), deps.catalogue.now().payouts),
    },
  ]
}

/** Work that will be tried again. It goes on by itself, so it is only a metric until there is much of it. */
export const retryNeeds: readonly Need[] = [
  {
    name: 'callback_retries_waiting',
    help: 'Callbacks that failed and wait for their next attempt.',
    event: 'more callbacks wait for another attempt',
    text: `select count(*) from callback where state = 'waiting' and due_attempts > 0`,
  },
  {
    name: 'partner_mail_retries_waiting',
    help: 'Mails to partners’ contacts that the mail server did not take and that wait for their next attempt.',
    event: 'more mails to partners’ contacts wait for another attempt',
    text: 'select count(*) from partner_mail where due_at is not null and due_attempts > 0',
  },
  {
    name: 'notice_retries_waiting',
    help: 'Notices that nobody has answered yet and that are followed again.',
    event: 'more notices wait for an answer',
    text: 'select count(*) from inbox where due_at is not null and due_attempts > 0',
  },
]

/** Whether money of an order that has ended is nobody's; anything but none is a fault of ours. */
export const leftoversNeed: Need = {
  name: 'order_leftovers',
  help: 'Accounts of ended orders that are not at zero and that nobody waits for.',
  event: 'an ended order has money on its account: “ledger trial-balance” names it',
  text: `select count(*) from (${ORDER_LEFTOVERS}) leftover`,
  readsLedger: true,
}

function countWaiting(where: string): string {
  return `select count(*) from orders where hold_reason is not null and ${where}`
}
