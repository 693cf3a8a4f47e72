import type { Money } from '@cambio/wire/Money.ts'
import { ended, type Status, type SubStatus } from '@cambio/wire/Order.ts'
import type { VerificationLevel } from '@cambio/wire/Payment.ts'
import type { Card, Challenge } from '../payin/card/CardRail.ts'
import type { Destination } from '../payout/destination.ts'
import type { Quote } from '../price/Quote.ts'

/** What was agreed when the order was placed. Only the quote changes, when an order is priced again. */
export type Terms = {
  /** client_order_id */
  readonly id: string
  readonly partnerId: string
  readonly partnerOrderId: string
  readonly requestId: string | null
  readonly origin: 'partner' | 'widget'
  readonly callbackVersion: 1 | 2
  /** Null until the buyer of an order without client_email has confirmed an address. */
  readonly clientId: string | null
  readonly email: string | null
  readonly quote: Quote
  readonly destination: Destination
  readonly purchase: Money | null
  readonly coupon: string | null
  readonly floating: boolean
  readonly clientIp: string
  /** Where the client lives, once payer details are known. */
  readonly clientCountry: string | null
  /** Where the client's address is, as the partner or the operator's GeoIP file says. */
  readonly remoteCountry: string | null
  readonly createdAt: Date
}

/** One entry of an order's history: the fact that came, and where it left the order. */
export type Event = {
  readonly seq: number
  readonly fact: Fact['is'] | 'placed'
  readonly status: Status
  readonly substatus: SubStatus | null
  readonly at: Date
}

type AttemptBase = {
  readonly number: number
  /** Our id of the charge at the platform: `<client_order_id>-<number>-<128 random bits>`. */
  readonly platformOrderId: string
  readonly sessionId: string
  readonly card: Card
  readonly payerIp: string
  readonly returnTo: 'frame' | 'top'
  readonly openedAt: Date
}

/**
 * One try to charge a card.
 *
 *   open ─► challenged ─► held ─► settled
 *     └────────┴──► declined     │      │
 *                      (late) ─► returning ─► returned
 *                                      └────► owed ─► returning | closed
 */
export type Attempt = AttemptBase &
  (
    | { readonly state: 'open' }
    | { readonly state: 'challenged'; readonly transId: string; readonly challenge: Challenge | null }
    | { readonly state: 'declined'; readonly transId: string | null; readonly reason: string }
    | { readonly state: 'held'; readonly transId: string }
    | { readonly state: 'settled'; readonly transId: string }
    /** The money goes back: the hold is voided, or the settled charge refunded. */
    | {
        readonly state: 'returning'
        readonly transId: string
        readonly settled: boolean
        /** Whether the platform has taken the order to give it back. */
        readonly accepted: boolean
        /** What is held, or was taken. */
        readonly amount: Money
      }
    | { readonly state: 'returned'; readonly transId: string; readonly settled: boolean }
    /** Money no order wants and the platform will not take back: it waits for the operator, in the books if taken. */
    | { readonly state: 'owed'; readonly transId: string; readonly settled: boolean; readonly amount: Money }
    /** The operator settled it with the buyer by hand: nothing more is done about it. */
    | { readonly state: 'closed'; readonly transId: string; readonly settled: boolean }
    /** The bank took this much back for the card's holder, in all. */
    | { readonly state: 'charged_back'; readonly transId: string; readonly amount: Money }
  )

export type Payout = { readonly id: string } & (
  | { readonly state: 'due' }
  /** Written before the network is called: from here on coins may have left, whatever is heard. */
  | { readonly state: 'sending' }
  | { readonly state: 'sent'; readonly txid: string }
  | { readonly state: 'done'; readonly txid: string }
  | { readonly state: 'refused'; readonly reason: string }
)

/** Why an order is `pending` for a limit, as the callback and the buyer hear it. */
export type LimitReached = {
  readonly level: VerificationLevel
  /** What the client may still pay in, EUR cents. */
  readonly leftEurCents: bigint
  readonly verificationUrl: string
}

export type Order = Terms & {
  readonly status: Status
  readonly substatus: SubStatus | null
  /** Number of the last event; a writer names it, so that two never write at once. */
  readonly seq: number
  readonly events: readonly Event[]
  /** When an unpaid order lapses; null once it no longer does. */
  readonly expiresAt: Date | null
  readonly attempts: readonly Attempt[]
  readonly payout: Payout | null
  readonly limit: LimitReached | null
  /** The bank's reason, once the status is `error`. */
  readonly errorMessage: string | null
  /** What the operator must look at, in a word; nothing moves money while it is set. */
  readonly holdReason: 'contradiction' | 'charged_back' | 'owed' | 'unpriceable' | null
}

/** A verified notice or answer, or a deadline that has passed: all that can change an order. */
export type Fact =
  | { readonly is: 'started' }
  | { readonly is: 'attempted'; readonly attempt: Attempt & { readonly state: 'open' } }
  | {
      readonly is: 'challenged'
      readonly number: number
      readonly transId: string
      readonly challenge: Challenge | null
    }
  | {
      readonly is: 'declined'
      readonly number: number
      readonly transId: string | null
      readonly reason: string
    }
  | { readonly is: 'held'; readonly number: number; readonly transId: string; readonly amount: Money }
  | { readonly is: 'settled'; readonly number: number; readonly transId: string; readonly amount: Money }
  | {
      readonly is: 'capture_refused'
      readonly number: number
      readonly transId: string
      readonly amount: Money
    }
  | { readonly is: 'returned'; readonly number: number; readonly transId: string }
  | { readonly is: 'return_accepted'; readonly number: number }
  | { readonly is: 'return_refused'; readonly number: number }
  | {
      readonly is: 'charged_back'
      readonly number: number
      readonly transId: string
      /** What was taken back in all: a part may be followed by more. */
      readonly amount: Money
    }
  | {
      readonly is: 'limited'
      readonly substatus: SubStatus
      readonly limit: LimitReached
      readonly until: Date
    }
  | { readonly is: 'cleared'; readonly quote: Quote; readonly expiresAt: Date }
  | { readonly is: 'refused' }
  | { readonly is: 'expired' }
  /** A floating order whose money is in, at the price of that moment; or nothing would be left of it after fees. */
  | { readonly is: 'priced'; readonly quote: Quote }
  | { readonly is: 'unpriceable' }
  | { readonly is: 'payout_sending' }
  | { readonly is: 'payout_sent'; readonly txid: string }
  | { readonly is: 'payout_done'; readonly txid: string }
  | { readonly is: 'payout_refused'; readonly reason: string }
  /** The operator's word on an order that waits for it, with why. */
  | { readonly is: 'continued' | 'refund_ordered' | 'settled_by_hand'; readonly note: string }

/** How often a buyer may try a card on one order. */
export const MOST_ATTEMPTS = 3

export function hasEnded(order: Order): boolean {
  return ended.has(order.status)
}

/** The attempt that may still charge or has charged, if any: there is never more than one. */
export function liveAttempt(order: Order): Attempt | undefined {
  return order.attempts.find(({ state }) => live.has(state))
}

/** Whether all money of an order rests until the operator has looked. What is owed for one charge stops no other. */
export function isStopped({ holdReason }: Order): boolean {
  return holdReason !== null && holdReason !== 'owed'
}

/** What an order waits for the operator with when nothing stops it. */
export function owing({ attempts }: Order): 'owed' | null {
  return attempts.some(({ state }) => state === 'owed') ? 'owed' : null
}

/** Whether an order's money is in and buys coins at a price that is still to be made. */
export function awaitsPrice(order: Order): boolean {
  return order.floating && order.payout === null && mayPayOut(order)
}

/** Whether coins may be sent for an order: its money is ours and nothing stops it. */
export function mayPayOut(order: Order): boolean {
  return !isStopped(order) && order.attempts.some(({ state }) => state === 'settled')
}

/** When an order lapses as it stands; null while a payment is under way, and once the operator must look at it. */
export function lapsesAt(order: Order): Date | null {
  return order.holdReason === null && liveAttempt(order) === undefined ? order.expiresAt : null
}

/** Whether coins may have left: money that goes back from then on is money lost. */
export function mayHaveLeft({ payout }: Order): boolean {
  return payout !== null && payout.state !== 'due' && payout.state !== 'refused'
}

export function latestAttempt(order: Order): Attempt | undefined {
  return order.attempts.at(-1)
}

/** The history of statuses: the first event of each, in time order. */
export function statusLog(order: Order): Event[] {
  return order.events.filter((event, index) => event.status !== order.events[index - 1]?.status)
}

const live: ReadonlySet<Attempt['state']> = new Set(['open', 'challenged', 'held', 'settled'])
