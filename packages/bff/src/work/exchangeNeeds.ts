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
    help: 'Orders that owe money to their buyer: it could not be refunded.',
    event: 'money is owed: “owed list” names it',
    text: countWaiting("hold_reason = 'owed'"),
  },
  {
    name: 'orders_charged_back',
    help: 'Orders whose payment the bank charged back and that wait for the operator.',
    event: 'a payment was charged back: “owed list” names its order, “order resolve” ends the wait',
    text: countWaiting("hold_reason = 'charged_back'"),
  },
  {
    name: 'orders_stopped',
    help: 'Orders that are stopped until the operator decides.',
    event: 'an order is stopped: “owed list” says why, “order resolve” ends the wait',
    text: countWaiting("hold_reason not in ('owed', 'charged_back')"),
  },
  {
    name: 'verifications_in_review',
    help: 'Clients whose approved documents differ from their own details and who wait for the operator.',
    event: 'documents differ from the details of their client: “client verifications” names them',
    text: 'select count(*) from verification_review where closed_at is null',
  },
  {
    name: 'callbacks_failed',
    help: 'Callbacks of the last 31 days that were given up and not sent again.',
    event: 'callbacks were given up: “callback list” names them, “callback resend --failed” sends them again',
    text: `select count(*) from callback
      where state = 'failed' and body is not null and why is distinct from 'no endpoint'`,
  },
  {
    name: 'endpoints_off',
    help: 'Partners whose endpoint answered 410, so that nothing is sent to it any more.',
    event: 'an endpoint is switched off: “callback resend --partner” switches it on again',
    text: 'select count(*) from partner where callbacks_off_at is not null',
  },
]

/** Bank lines that wait for the operator. */
export const bankNeeds: readonly Need[] = [
  {
    name: 'bank_lines_owed',
    help: 'Bank lines without an order that are owed to their senders.',
    event: 'money without an order is owed: “owed list” names it, “owed settle” settles it',
    text: COUNT_OWED_LINES,
  },
  {
    name: 'bank_lines_unfit',
    help: 'Mismatched bank lines that are not settled: money left under the id of a payment of ours and does not fit it.',
    event: 'money left that was not ordered: “owed list” names it, “owed settle” ends the wait',
    text: `select count(*) ${MISMATCHED_LINES}`,
  },
]

/** Payments that a statement should have confirmed by now. */
export function unconfirmedNeed(now: () => Date): Need {
  return {
    name: 'bank_payments_unconfirmed',
    help: 'Payments that were in a file two bank days ago or earlier and that no statement names.',
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

/** Payments that wait to leave, and caps that are nearly used up. */
export function departureNeeds(deps: { catalogue: Catalogue; now: () => Date }): readonly Need[] {
  return [
    {
      name: 'payouts_waiting',
      help: 'Due payments that wait, since pay-outs are paused or a cap is reached.',
      event:
        'pay-outs wait, since they are paused or a cap is reached: “payout show” lists them with the reason',
      text: 'select count(*) from departure_waiting where seen_at > $1',
      values: () => [waitingSince(deps.now())],
    },
    {
      name: 'payout_caps_near',
      help: 'Hourly and daily caps on pay-outs of which at least four fifths are used up.',
      event: 'pay-outs are near their cap and will wait above it: “payout show” shows how much is left',
      text: COUNT_NEAR_CAPS,
      values: () => nearCapValues(deps.now(), deps.catalogue.now().payouts),
    },
  ]
}

/** Work that will be tried again. No person is needed unless there is much of it. */
export const retryNeeds: readonly Need[] = [
  {
    name: 'callback_retries_waiting',
    help: 'Callbacks that failed and wait for their next attempt.',
    event: 'more callbacks wait for another attempt',
    text: `select count(*) from callback where state = 'waiting' and why is not null`,
  },
  {
    name: 'partner_mail_retries_waiting',
    help: 'Mails to partners’ contacts that the mail server did not accept and that wait for their next attempt.',
    event: 'more mails to partners’ contacts wait for another attempt',
    text: 'select count(*) from partner_mail where due_at is not null and due_attempts > 0',
  },
  {
    name: 'notice_retries_waiting',
    help: 'Notices that are followed again, since there was no answer about them yet.',
    event: 'more notices wait for an answer',
    text: 'select count(*) from inbox where due_at is not null and due_attempts > 0',
  },
]

/** Money of ended orders that belongs to nobody. Any is a fault of ours. */
export const leftoversNeed: Need = {
  name: 'order_leftovers',
  help: 'Accounts of ended orders that are not at zero although nothing is waited for.',
  event: 'an ended order has money on its account: “ledger trial-balance” names it',
  text: `select count(*) from (${ORDER_LEFTOVERS}) leftover`,
  readsLedger: true,
}

function countWaiting(where: string): string {
  return `select count(*) from orders where hold_reason is not null and ${where}`
}
