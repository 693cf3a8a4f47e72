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

/** The terms agreed when the order was placed. The quote, and its discount, change when the order is priced again. */
export type Terms = {
  /** client_order_id */
  readonly id: string
  readonly partnerId: string
  readonly partnerOrderId: string
  readonly requestId: string | null
  readonly origin: 'partner' | 'client' | 'widget'
  readonly callbackVersion: 1 | 2
  /** Whether its partner receives every status, or only those that older programs know. */
  readonly statuses: Partner['statuses']
  /** Null until the buyer of an order without client_email has confirmed an address. */
  readonly clientId: string | null
  /** The client's current address, used by codes and callbacks. */
  readonly email: string | null
  /** The address sent to the card platform, part of the signature of every call about the order's charges. */
  readonly payerEmail: string | null
  readonly quote: Quote
  /** The pay-out at the first price. */
  readonly firstPayout: Money
  readonly destination: Destination
  readonly purchase: Money | null
  /** Null without a coupon, or once it turned out to be used up. */
  readonly coupon: string | null
  /** Whether the service fee is waived because no earlier order of this person is known. */
  readonly asFirst: boolean
  readonly floating: boolean
  readonly clientIp: string
  /** Where the client lives, once payer details are known. */
  readonly clientCountry: string | null
  /** The country of the client's IP address, according to the partner or the operator's GeoIP file. */
  readonly remoteCountry: string | null
  readonly createdAt: Date
  /** What its partner stored with it; never shown to a buyer. */
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

/** The child order that sells a merchant order's coins for its partner. */
export type Child = {
  readonly id: string
  /** What the coins bring, at the mid rate of the prices that they were bought at. */
  readonly proceeds: Money
}

export type Payout = { readonly id: string } & (
  | { readonly state: 'due' }
  /** Written before the network is called: from now on coins may have left, whatever the network answers. */
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
  /** Where the client can raise it; null where no level allows so much. */
  readonly verificationUrl: string | null
}

export type Order = Terms & {
  readonly status: Status
  readonly substatus: SubStatus | null
  /** Number of the last event. A writer states it, so that two never write at once. */
  readonly seq: number
  readonly events: readonly Event[]
  /** When an unpaid order expires; null once it no longer does. */
  readonly expiresAt: Date | null
  /** Until when a card may be charged at this price; null where the price does not expire. */
  readonly priceGuaranteedUntil: Date | null
  readonly payin: Payin
  /** Whether the payer's limit was checked again, now that the card's money is on hold or received. */
  readonly checked: boolean
  readonly payout: Payout | null
  /** Null where the coins go to an address or the client's balance. */
  readonly child: Child | null
  readonly limit: LimitReached | null
  /** The bank's reason, once the status is `error`. */
  readonly errorMessage: string | null
  /** Why the order is stopped until the operator has decided, each reason once, the newest last. */
  readonly stops: readonly StopReason[]
}

/** Why an order is stopped. `stops.ts` says what ends each reason. */
export type StopReason =
  /** A fact that contradicts the order. */
  | 'contradiction'
  /** A bank charged back the order's money. */
  | 'charged_back'
  /** Fees leave nothing of the money received. */
  | 'unpriceable'
  /** Coins that were due did not leave, or did not arrive. */
  | 'payout_failed'
  /** A wallet of the order is on a list of sanctions. */
  | 'frozen'

/** A verified notice or answer, or a deadline that has passed: all that can change an order. */
export type Fact = PayinFact | OrderFact

/** A fact about the order, not only about its pay-in. */
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
  /** The payer is within their limit, all earlier payments included: the card's money may buy coins. */
  | { readonly is: 'checked' }
  | { readonly is: 'cleared'; readonly quote: Quote; readonly expiresAt: Date }
  /**
   * The price of a card order had expired when its card was about to be charged, or a part of its discount no longer
   * applied: the buyer sees this price first.
   */
  | ({ readonly is: 'repriced'; readonly quote: Quote; readonly guaranteedUntil: Date | null } & Pick<
      Terms,
      'coupon' | 'asFirst'
    >)
  /**
   * A wrong code of this withdrawal exceeded its client's limit of wrong codes: none of the client's withdrawals goes
   * on until then.
   */
  | { readonly is: 'withdrawals_locked'; readonly until: Date }
  | { readonly is: 'refused' }
  | { readonly is: 'expired' }
  /** The order has used its discount, though it still waits for its client. */
  | { readonly is: 'discount_used' }
  /**
   * Other orders used up the discount before this order's money was received. This is its price without the lost part:
   * the buyer accepts it or gets a refund. A free first order may have a coupon left.
   */
  | ({ readonly is: 'discount_over'; readonly quote: Quote; readonly until: Date } & Pick<Terms, 'coupon'>)
  /**
   * The buyer accepted that price, or it pays notably less by now and the buyer has to see the new one. An accepted
   * price never pays more than shown.
   */
  | { readonly is: 'price_accepted' | 'price_changed'; readonly quote: Quote }
  | { readonly is: 'price_refused' }
  /**
   * A floating order whose money is received, at the price of that moment; or nothing would be left of it after fees.
   */
  | {
      readonly is: 'priced'
      readonly quote: Quote
      /** What a child order sells these coins for, at the same prices; omitted without a child order. */
      readonly proceeds?: Money
    }
  | { readonly is: 'unpriceable' }
  /** A wallet of this order is on a list of sanctions: the order is stopped. */
  | { readonly is: 'frozen'; readonly note: string }
  /** The amount received is outside the bounds of one order: it is refunded. */
  | { readonly is: 'out_of_bounds' }
  | { readonly is: 'payout_sending' }
  /** The coins of a merchant order were sold for its partner. */
  | { readonly is: 'child_sold'; readonly proceeds: Money }
  | { readonly is: 'payout_sent'; readonly txid: string }
  /** `note` names the bank statement that reports it. */
  | { readonly is: 'payout_done'; readonly txid: string; readonly note?: string }
  | { readonly is: 'payout_refused'; readonly reason: string }
  /** One exchange cannot pay it out. It has no effect if another exchange is already sending it. */
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
  /** The operator's decision about an order that waits for it, with the reason. */
  | ({ readonly is: 'continued' | 'settled_by_hand'; readonly note: string } & Unsent)
  /** A refund of what waits for the operator, or of all the order's received money. */
  | ({ readonly is: 'refund_ordered'; readonly of: 'what_waits' | 'all'; readonly note: string } & Unsent)
  /** The operator's instruction to cancel an unpaid order. */
  | { readonly is: 'cancel_ordered'; readonly note: string }

/** Whether the due coins were called off at the same time: none has left, and none will. */
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

/**
 * Whether an order is finished and its pay-out still counts: a pay-out that turns out not to have moved no longer does.
 */
export function isFulfilled({ status, payout }: Order): boolean {
  return status === 'finished' && payout?.state !== 'refused'
}

/** The summary of an order's pay-in, for any way to pay in. */
export function payinOf({ payin, quote }: Order): PayinSummary {
  return payinSummary(payin, quote.payin)
}

/** Whether a payment for the order is under way or received: no other may begin, and the order does not expire. */
export function isBeingPaid(order: Order): boolean {
  const { isAwaited, authorised, received } = payinOf(order)
  return isAwaited || authorised !== null || received !== null
}

/** Whether the order lets the buyer begin to pay now; its pay-in may still forbid it. */
export function acceptsPayment(order: Order, at: Date): boolean {
  return (
    (order.status === 'payin_pending' ||
      order.status === 'confirmation_pending' ||
      order.status === 'processing') &&
    !waitsForOperator(order) &&
    (order.expiresAt === null || at < order.expiresAt)
  )
}

/** Whether an order is stopped until the operator has decided. Money owed for one payment does not stop it. */
export function isStopped({ stops }: Order): boolean {
  return stops.length > 0
}

/** Whether the order needs the operator: it is stopped, or money of it is owed. */
export function waitsForOperator(order: Order): boolean {
  return isStopped(order) || payinOf(order).owed !== null
}

/** Whether an order is priced by the money received instead of by its quote, once that money is received. */
export function isPricedOnReceipt(order: Order, at: Date | null = null): boolean {
  const { isPricedOnReceipt: isOnReceipt, begunAt } = payinOf(order)
  return order.floating || isOnReceipt || hasOutlastedPrice(begunAt, order.events, at)
}

/**
 * Whether an order's money is received and still has to be priced. A pending order is not priced yet, unless it waited
 * for a client and now has one: that client's limit is checked as it is priced.
 */
export function awaitsPrice(order: Order): boolean {
  if (awaitsCheck(order)) return false
  const waits = order.status === 'pending' && !hasFoundClient(order)
  return isPricedOnReceipt(order) && order.payout === null && !waits && mayPayOut(order)
}

/** Whether money is on hold or received by a way that holds it first, and the payer still has to be checked. */
export function awaitsCheck(order: Order): boolean {
  const { checked, payout, status } = order
  const { isHeldFirst, authorised, received } = payinOf(order)
  if (!isHeldFirst || checked || payout !== null || status !== 'auth_success') return false
  return !isStopped(order) && (authorised !== null || received !== null)
}

/** Whether an order that was pending for a client has one now, whose limit still has to be checked. */
export function hasFoundClient(order: Order): boolean {
  return order.status === 'pending' && order.clientId !== null && pendingBy(order) === 'client_needed'
}

/** Whether an order cannot be paid yet, since it has waited for its client since it was placed. */
export function isWaitingForClient({ clientId, events }: Pick<Order, 'clientId' | 'events'>): boolean {
  const first = events.findIndex(({ fact }) => fact === 'client_needed')
  const before = events.slice(0, Math.max(first, 0))
  return (
    clientId === null && first >= 0 && before.every(({ fact }) => fact === 'placed' || fact === 'started')
  )
}

/**
 * Whether an order that was pending for a client has one now who can pay for it: no money is received or on its way.
 */
export function mayOpen(order: Order): boolean {
  return hasFoundClient(order) && !isStopped(order) && !isBeingPaid(order)
}

/**
 * Whether an order has its money and waits for its buyer to accept the price without the discount or ask for a refund.
 */
export function asksAboutPrice(order: Order): boolean {
  return (
    order.status === 'pending' &&
    pendingBy(order) === 'discount_over' &&
    !isStopped(order) &&
    isBeingPaid(order)
  )
}

/** The fact that made an order pending most recently; later facts may have been recorded since. */
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
 * Whether none of an order's money is under way, received, owed, settled by hand or charged back: it was never paid, or
 * all is refunded.
 */
export function isFullyRefunded(order: Order): boolean {
  return payinOf(order).settledByHand === null && isRefundedOrSettled(order)
}

/** Whether all of an order's money is refunded or settled by hand. */
export function isRefundedOrSettled(order: Order): boolean {
  const { returning, owed, chargedBack } = payinOf(order)
  return [returning, owed, chargedBack].every((amount) => amount === null) && !isBeingPaid(order)
}

/**
 * When an order expires in its current state; null while a payment is under way, and once it waits for the operator. A
 * pending order expires with its money, which is then refunded. Owed coins that only wait for the buyer's address do
 * not prevent it.
 */
export function expiresAtOf(order: Order): Date | null {
  const mayExpire = order.status === 'pending' || !isBeingPaid(order)
  const rests = payinOf(order).asksWhereTo ? isStopped(order) : waitsForOperator(order)
  return !rests && mayExpire ? endOf(order) : null
}

/** When an order expires: before its card hold does, so that the hold can be voided. */
export function endOf(order: Order): Date | null {
  const { expiresAt } = order
  const { heldSince } = payinOf(order)
  if (heldSince === null || expiresAt === null) return expiresAt
  return new Date(Math.min(expiresAt.getTime(), heldSince.getTime() + HOLD_WAIT_MS))
}

/** How long an order waits with a hold, milliseconds. Banks let a hold expire after seven days. */
const HOLD_WAIT_MS = 6 * 24 * 60 * 60 * 1_000

/** Whether coins may have left: a refund from then on is a loss. */
export function mayHaveLeft({ payout }: Order): boolean {
  return payout !== null && payout.state !== 'due' && payout.state !== 'refused'
}

/** The history of statuses: the first event of each, in time order. */
export function statusLog(order: Order): Event[] {
  return order.events.filter((event, index) => event.status !== order.events[index - 1]?.status)
}
