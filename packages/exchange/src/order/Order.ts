import type { Money } from '@cambio/wire/Money.ts'
import { ended, type Status, type SubStatus } from '@cambio/wire/order/Order.ts'
import type { Metadata } from '@cambio/wire/partner/Metadata.ts'
import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Partner } from '../partner/Partner.ts'
import type { PayinSummary } from '../payin/machine/PayinSummary.ts'
import { payinSummary, type Payin, type PayinFact } from '../payin/Payin.ts'
import type { Destination } from '../payout/destination.ts'
import type { Quote } from '../price/Quote.ts'
import { hasOutlastedPrice } from './outlastedPrice.ts'

/** What was agreed when the order was placed. The quote changes when an order is priced again, and its discount with it. */
export type Terms = {
  /** client_order_id */
  readonly id: string
  readonly partnerId: string
  readonly partnerOrderId: string
  readonly requestId: string | null
  readonly origin: 'partner' | 'client' | 'widget'
  readonly callbackVersion: 1 | 2
  /** Whether its partner is sent every status, or only those that older programs know. */
  readonly statuses: Partner['statuses']
  /** Null until the buyer of an order without client_email has confirmed an address. */
  readonly clientId: string | null
  /** The client's address now, to which codes and callbacks go by. */
  readonly email: string | null
  /** The address that the card platform is given, which signs every call about the order's charges. */
  readonly payerEmail: string | null
  readonly quote: Quote
  /** What was to be paid out by the first price. */
  readonly firstPayout: Money
  readonly destination: Destination
  readonly purchase: Money | null
  /** Null where there is none, and once it turned out to be used up. */
  readonly coupon: string | null
  /** Whether the service fee is waived because nobody knows of an earlier order of this person. */
  readonly asFirst: boolean
  readonly floating: boolean
  readonly clientIp: string
  /** Where the client lives, once payer details are known. */
  readonly clientCountry: string | null
  /** Where the client's address is, as the partner or the operator's GeoIP file says. */
  readonly remoteCountry: string | null
  readonly createdAt: Date
  /** What its partner noted with it; no buyer is shown it. */
  readonly metadata: Metadata
}

/** One entry of an order's history: the fact, and the status after it. */
export type Event = {
  readonly seq: number
  readonly fact: Fact['is'] | 'placed'
  readonly status: Status
  readonly substatus: SubStatus | null
  readonly at: Date
}

/** What a merchant order's coins are sold into: an order of their own, whose proceeds are the partner's. */
export type Child = {
  readonly id: string
  /** What the coins bring, at the mid rate of the prices that they were bought at. */
  readonly proceeds: Money
}

export type Payout = { readonly id: string } & (
  | { readonly state: 'due' }
  /** Written before the network is called: from here on coins may have left, whatever the network answers. */
  | { readonly state: 'sending' }
  | { readonly state: 'sent'; readonly txid: string }
  | { readonly state: 'done'; readonly txid: string }
  | { readonly state: 'refused'; readonly reason: string }
)

/** Why an order is `pending` for a limit, as the callback and the widget show it. */
export type LimitReached = {
  readonly level: VerificationLevel
  /** What the client may still pay in, EUR cents. */
  readonly leftEurCents: bigint
  /** Where the client lifts it; null where no level allows so much, so that no document helps. */
  readonly verificationUrl: string | null
}

export type Order = Terms & {
  readonly status: Status
  readonly substatus: SubStatus | null
  /** Number of the last event; a writer names it, so that two never write at once. */
  readonly seq: number
  readonly events: readonly Event[]
  /** When an unpaid order lapses; null once it no longer does. */
  readonly expiresAt: Date | null
  /** Until when a card may be charged at this price; null where the price does not end. */
  readonly priceGuaranteedUntil: Date | null
  readonly payin: Payin
  /** Whether the limit of the person who pays was checked once more, now that a card holds or has paid the money. */
  readonly checked: boolean
  readonly payout: Payout | null
  /** Null where the coins go to an address or a balance of the client's. */
  readonly child: Child | null
  readonly limit: LimitReached | null
  /** The bank's reason, once the status is `error`. */
  readonly errorMessage: string | null
  /** Why all its money rests until the operator has looked, each reason once, the newest last. */
  readonly stops: readonly StopReason[]
}

/** Why all money of an order rests. What each is ended by stands in `stops.ts`. */
export type StopReason =
  /** A fact that cannot be true of the order as it stands. */
  | 'contradiction'
  /** A bank charged back money of the order. */
  | 'charged_back'
  /** Fees leave nothing of the money received. */
  | 'unpriceable'
  /** Coins did not leave that were to, or did not arrive. */
  | 'payout_failed'
  /** A wallet of it is on a list of sanctions. */
  | 'frozen'

/** A verified notice or answer, or a deadline that has passed: all that can change an order. */
export type Fact = PayinFact | OrderFact

/** What changes an order, and not its pay-in alone. */
type OrderFact =
  | { readonly is: 'started' }
  | {
      readonly is: 'limited'
      readonly substatus: SubStatus
      readonly limit: LimitReached
      readonly until: Date
    }
  /** Real money was sent from an account that is not in the client's name. */
  | { readonly is: 'payer_differs'; readonly limit: LimitReached; readonly until: Date }
  /** An order without a client received more than an unknown person may pay in. */
  | { readonly is: 'client_needed'; readonly limit: LimitReached; readonly until: Date }
  /** The person who pays is within their limit, with all that was let pass before: the money of a card may buy coins. */
  | { readonly is: 'checked' }
  | { readonly is: 'cleared'; readonly quote: Quote; readonly expiresAt: Date }
  /**
   * The price of a card order was over when its card was to be charged, or a part of its discount was not due any more:
   * the buyer sees this price first.
   */
  | ({ readonly is: 'repriced'; readonly quote: Quote; readonly guaranteedUntil: Date | null } & Pick<
      Terms,
      'coupon' | 'asFirst'
    >)
  /** A wrong code of this withdrawal was one too many of its client's: no withdrawal of that client goes on until then. */
  | { readonly is: 'withdrawals_locked'; readonly until: Date }
  | { readonly is: 'refused' }
  | { readonly is: 'expired' }
  /** The order's discount is due and its own from now on, though the order still waits for its client. */
  | { readonly is: 'discount_used' }
  /**
   * Others had the order's discount before its money was received: this is its price without what is not due, which its
   * buyer accepts or gets a refund. A free first order may have a coupon left.
   */
  | ({ readonly is: 'discount_over'; readonly quote: Quote; readonly until: Date } & Pick<Terms, 'coupon'>)
  /** The buyer accepted that price, which pays no more than it did; or saw one that pays notably less by now. */
  | { readonly is: 'price_accepted' | 'price_changed'; readonly quote: Quote }
  | { readonly is: 'price_refused' }
  /** A floating order whose money is in, at the price of that moment; or nothing would be left of it after fees. */
  | {
      readonly is: 'priced'
      readonly quote: Quote
      /** What a child order sells these coins for, at the same prices; left out where there is none. */
      readonly proceeds?: Money
    }
  | { readonly is: 'unpriceable' }
  /** A wallet of this order is on a list of sanctions: its money rests. */
  | { readonly is: 'frozen'; readonly note: string }
  /** The amount received is not what one order may be for: it is refunded. */
  | { readonly is: 'out_of_bounds' }
  | { readonly is: 'payout_sending' }
  /** The coins of a merchant order were sold for its partner. */
  | { readonly is: 'child_sold'; readonly proceeds: Money }
  | { readonly is: 'payout_sent'; readonly txid: string }
  /** A note names the bank's statement that says so. */
  | { readonly is: 'payout_done'; readonly txid: string; readonly note?: string }
  | { readonly is: 'payout_refused'; readonly reason: string }
  /** Nobody pays it out, as one exchange sees it: another may be sending it, and then this says nothing. */
  | { readonly is: 'payout_called_off'; readonly reason: string }
  /** The coins were sent and did not move, or the payment was returned, for good. */
  | { readonly is: 'payout_failed'; readonly reason: string; readonly note?: string }
  /** A bank did not make the payment of this id; the money never left. */
  | {
      readonly is: 'payout_rejected'
      readonly payoutId: string
      readonly reason: string
      readonly note: string
    }
  /** The operator's instruction for an order that waits for the operator, with the reason. */
  | ({ readonly is: 'continued' | 'settled_by_hand'; readonly note: string } & Unsent)
  /** Of what waits for the operator, or of all money of the order that is here. */
  | ({ readonly is: 'refund_ordered'; readonly of: 'what_waits' | 'all'; readonly note: string } & Unsent)
  /** The operator's instruction for an order that nothing was paid for. */
  | { readonly is: 'cancel_ordered'; readonly note: string }

/** Whether coins that were to be sent were called off at the same time: none has left, and none will. */
type Unsent = { readonly isUnsent?: boolean }

export function hasEnded(order: Order): boolean {
  return ended.has(order.status)
}

/** When an order reached its end; null while it has not ended. */
export function endedAt(order: Order): Date | null {
  return hasEnded(order) ? (statusLog(order).at(-1)?.at ?? null) : null
}

/** When an order last changed. */
export function changedAt({ createdAt, events }: Order): Date {
  return events.at(-1)?.at ?? createdAt
}

/** Whether an order is finished and its pay-out still stands: one that turned out not to have moved undoes that. */
export function isFulfilled({ status, payout }: Order): boolean {
  return status === 'finished' && payout?.state !== 'refused'
}

/** The summary of an order's pay-in, whichever way the money comes. */
export function payinOf({ payin, quote }: Order): PayinSummary {
  return payinSummary(payin, quote.payin)
}

/** Whether a payment that the order takes is under way or has come: no other may begin, and the order does not lapse. */
export function isBeingPaid(order: Order): boolean {
  const { isAwaited, authorised, received } = payinOf(order)
  return isAwaited || authorised !== null || received !== null
}

/** Whether the order lets the buyer begin to pay now; the pay-in may still forbid it. */
export function takesPayment(order: Order, at: Date): boolean {
  return (
    (order.status === 'payin_pending' ||
      order.status === 'confirmation_pending' ||
      order.status === 'processing') &&
    !waitsForOperator(order) &&
    (order.expiresAt === null || at < order.expiresAt)
  )
}

/** Whether all money of an order rests until the operator has looked. What is owed for one payment stops no other. */
export function isStopped({ stops }: Order): boolean {
  return stops.length > 0
}

/** Whether the operator has something to see to: the order is stopped, or money of it is owed. */
export function waitsForOperator(order: Order): boolean {
  return isStopped(order) || payinOf(order).owed !== null
}

/** Whether an order is priced by the money received and not by its quote, which happens once that money is in. */
export function isPricedOnReceipt(order: Order, at: Date | null = null): boolean {
  const { isPricedOnReceipt: isOnReceipt, begunAt } = payinOf(order)
  return order.floating || isOnReceipt || hasOutlastedPrice(begunAt, order.events, at)
}

/**
 * Whether an order's money is in and buys coins at a price that is still to be made. One that is pending waits with its
 * price, unless it waited for a client and has one: what that client may pay in is asked as it is priced.
 */
export function awaitsPrice(order: Order): boolean {
  if (awaitsCheck(order)) return false
  const waits = order.status === 'pending' && !hasFoundClient(order)
  return isPricedOnReceipt(order) && order.payout === null && !waits && mayPayOut(order)
}

/** Whether money is held or in by a way that holds it first, and the person who pays is still to be checked. */
export function awaitsCheck(order: Order): boolean {
  const { checked, payout, status } = order
  const { isHeldFirst, authorised, received } = payinOf(order)
  if (!isHeldFirst || checked || payout !== null || status !== 'auth_success') return false
  return !isStopped(order) && (authorised !== null || received !== null)
}

/** Whether an order that was pending for a client has one now, whose limit is still to be asked. */
export function hasFoundClient(order: Order): boolean {
  return order.status === 'pending' && order.clientId !== null && pendingBy(order) === 'client_needed'
}

/** Whether nobody may pay for an order yet: it has waited for its client since it was placed. */
export function isNobodysYet({ clientId, events }: Pick<Order, 'clientId' | 'events'>): boolean {
  const first = events.findIndex(({ fact }) => fact === 'client_needed')
  const before = events.slice(0, Math.max(first, 0))
  return (
    clientId === null && first >= 0 && before.every(({ fact }) => fact === 'placed' || fact === 'started')
  )
}

/** Whether an order that was pending for a client has one now who can pay for it: no money of it is here or on its way. */
export function mayOpen(order: Order): boolean {
  return hasFoundClient(order) && !isStopped(order) && !isBeingPaid(order)
}

/** Whether an order waits with its money for its buyer to accept the price without a discount, or to have it back. */
export function asksAboutPrice(order: Order): boolean {
  return (
    order.status === 'pending' &&
    pendingBy(order) === 'discount_over' &&
    !isStopped(order) &&
    isBeingPaid(order)
  )
}

/** What an order is pending by, or was at last; more may have been recorded of it since. */
export function pendingBy({ events }: Pick<Order, 'events'>): Event['fact'] | undefined {
  return events.findLast(({ fact }) => waitingFacts.has(fact))?.fact
}

const waitingFacts: ReadonlySet<Event['fact']> = new Set([
  'limited',
  'payer_differs',
  'client_needed',
  'discount_over',
])

/** Whether coins may be sent for an order: its money is ours and nothing stops it. */
export function mayPayOut(order: Order): boolean {
  return !isStopped(order) && payinOf(order).received !== null
}

/**
 * Whether none of an order's money is under way, here, owed, settled by hand or charged back: it was never paid, or all
 * is refunded.
 */
export function isAllBack(order: Order): boolean {
  return payinOf(order).settledByHand === null && isAllDealtWith(order)
}

/** Whether all of an order's money is refunded or settled by hand. */
export function isAllDealtWith(order: Order): boolean {
  const { returning, owed, chargedBack } = payinOf(order)
  return [returning, owed, chargedBack].every((amount) => amount === null) && !isBeingPaid(order)
}

/**
 * When an order lapses as it stands; null while a payment is under way, and once the operator must look at it. One that
 * is pending lapses with its money, which then goes back. Owed coins, of which the buyer is asked, keep nothing waiting.
 */
export function expiresAtOf(order: Order): Date | null {
  const mayExpire = order.status === 'pending' || !isBeingPaid(order)
  const rests = payinOf(order).asksWhereTo ? isStopped(order) : waitsForOperator(order)
  return !rests && mayExpire ? endOf(order) : null
}

/**
 * When an order expires: at the latest before the card hold that it waits with does, so that the hold can be voided.
 */
export function endOf(order: Order): Date | null {
  const { expiresAt } = order
  const { heldSince } = payinOf(order)
  if (heldSince === null || expiresAt === null) return expiresAt
  return new Date(Math.min(expiresAt.getTime(), heldSince.getTime() + HOLD_WAIT_MS))
}

/** How long an order waits with a hold, milliseconds. Banks let one lapse after seven days. */
const HOLD_WAIT_MS = 6 * 24 * 60 * 60 * 1_000

/** Whether coins may have left: money that goes back from then on is money lost. */
export function mayHaveLeft({ payout }: Order): boolean {
  return payout !== null && payout.state !== 'due' && payout.state !== 'refused'
}

/** The history of statuses: the first event of each, in time order. */
export function statusLog(order: Order): Event[] {
  return order.events.filter((event, index) => event.status !== order.events[index - 1]?.status)
}
