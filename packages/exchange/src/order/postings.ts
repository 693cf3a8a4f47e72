import { add, subtract, type Money } from '@cambio/wire/Money.ts'
import type { PayoutGroup } from '@cambio/wire/Payment.ts'
import type { Attempt, Order } from './Order.ts'
import type { Quote } from '../price/Quote.ts'

/** One line onto an account of the exchange's books: debit above zero, credit below. */
export type Posting = {
  readonly account: string
  readonly asset: string
  readonly layer: 'pending' | 'posted'
  readonly units: bigint
}

/** Lines that happen together and sum to zero. The id makes it happen once; `resolves` takes a hold back. */
export type Journal = {
  readonly id: string
  readonly kind: string
  readonly reference: string
  readonly resolves?: string
  readonly postings: readonly Posting[]
}

/*
 * The chart, per asset:
 *   card:receivable      what the card platform owes the exchange
 *   order:<id>           what the exchange owes the buyer of an order, in whichever asset it stands
 *   liquidity            the exchange's own position: a sale of coins is one leg here per asset
 *   fee:service, fee:network, rounding
 *   wallet               coins that left for buyers; each way out has its account
 *   owed:<id>            money that no order wants and that could not be given back
 *   by_hand              what the operator settled with buyers by hand; his own books say how
 *   chargeback           losses taken back by card holders
 */

/** The journals that a step from `before` to `after` writes. Their ids are made of what happened, so twice is once. */
export function journalsOf(before: Order, after: Order): Journal[] {
  return [
    ...after.attempts.flatMap((attempt, index) => ofAttempt(before.attempts[index], attempt, after)),
    ...ofSale(before, after),
    ...ofPayout(before, after),
  ]
}

function ofAttempt(before: Attempt | undefined, after: Attempt, order: Order): Journal[] {
  if (before === after) return []
  const was = books(before)
  const is = books(after)
  const key = `${order.id}:${after.number}`
  const once = `${key}:${order.seq}`
  const amount = moneyOf(after.state === 'charged_back' ? before : after, order)
  const moves: Journal[] = []
  if (was === 'nothing' && is === 'held') moves.push(hold(key, order, amount))
  if (was === 'held' && is === 'nothing') moves.push(released(key, order))
  if (was === 'nothing' && is === 'taken' && !wasTaken(before)) moves.push(taken(key, order, amount))
  if (was === 'held' && is === 'taken') moves.push({ ...taken(key, order, amount), resolves: `${key}:hold` })
  if (before?.state === 'owed' && was === 'taken')
    moves.push(reversed(setAside(key, order, before.amount), `${once}:unowed`, 'unowed'))
  if (was === 'taken' && after.state === 'returned')
    moves.push(reversed(taken(key, order, moneyOf(before, order)), `${key}:refund`, 'refund'))
  if (was === 'taken' && after.state === 'closed') moves.push(byHand(key, order, moneyOf(before, order)))
  if (is === 'taken' && after.state === 'owed') moves.push(setAside(once, order, amount))
  if (after.state === 'charged_back') moves.push(chargedBack(once, order, lost(before, after)))
  return moves
}

/** What an attempt holds or took: what the order asked for, where nothing else is known. */
function moneyOf(attempt: Attempt | undefined, { quote }: Order): Money {
  return attempt?.state === 'returning' || attempt?.state === 'owed' ? attempt.amount : quote.payin
}

/** Whether money that is not here any more was taken once. */
function wasTaken(attempt: Attempt | undefined): boolean {
  return (attempt?.state === 'returned' || attempt?.state === 'closed') && attempt.settled
}

/** What a charge-back takes now: it may be the second part of one. */
function lost(before: Attempt | undefined, after: Attempt & { state: 'charged_back' }): Money {
  return before?.state === 'charged_back' ? subtract(after.amount, before.amount) : after.amount
}

/** Where the money of an attempt stands in the books. */
function books(attempt: Attempt | undefined): 'nothing' | 'held' | 'taken' {
  switch (attempt?.state) {
    case undefined:
    case 'open':
    case 'challenged':
    case 'declined':
    case 'returned':
    case 'closed':
      return 'nothing'
    case 'held':
      return 'held'
    case 'returning':
    case 'owed':
      return attempt.settled ? 'taken' : 'held'
    case 'settled':
    case 'charged_back':
      return 'taken'
  }
}

const paidFrom: Readonly<Record<PayoutGroup, string>> = { crypto: 'wallet' }

/** Money that is ours and priced buys the coins; where it goes again the sale is undone. */
function ofSale(before: Order, after: Order): Journal[] {
  const was = paidBy(before)
  const is = paidBy(after)
  if (was === is) return []
  if (is) return [sold(`${after.id}:${is.number}`, after)]
  const gone = after.attempts.find(({ number }) => number === was?.number)
  if (!gone || gone.state === 'charged_back') return []
  const key = `${after.id}:${gone.number}`
  return [reversed(sold(key, after), `${key}:unsold`, 'unsold')]
}

/** The attempt whose money bought the coins of an order. */
function paidBy({ attempts, payout }: Order): Attempt | undefined {
  return payout === null ? undefined : attempts.find(({ state }) => state === 'settled')
}

/** Coins are booked as gone once they are known to be on their way. */
function ofPayout(before: Order, after: Order): Journal[] {
  if (!hasLeft(after) || hasLeft(before)) return []
  const { payout } = after.quote
  return [
    journal(`${after.id}:payout`, 'payout', after, [
      ...line(`order:${after.id}`, payout),
      ...line(paidFrom[after.quote.payoutGroup], negated(payout)),
    ]),
  ]
}

function hasLeft({ payout }: Order): boolean {
  return payout?.state === 'sent' || payout?.state === 'done'
}

/** Promised by the bank, not taken yet. */
function hold(key: string, order: Order, amount: Money): Journal {
  return journal(`${key}:hold`, 'hold', order, [
    ...line('card:receivable', amount, 'pending'),
    ...line(`order:${order.id}`, negated(amount), 'pending'),
  ])
}

function released(key: string, order: Order): Journal {
  return { ...journal(`${key}:void`, 'void', order, []), resolves: `${key}:hold` }
}

/** The platform has the money for us; the order is owed what it bought. */
function taken(key: string, order: Order, amount: Money): Journal {
  return journal(`${key}:taken`, 'taken', order, [
    ...line('card:receivable', amount),
    ...line(`order:${order.id}`, negated(amount)),
  ])
}

/** The order's money becomes coins, in one journal: each fee and what rounding left are lines of their own. */
function sold(key: string, order: Order): Journal {
  const { payin, payout, payinFee, marginFee, payoutFee, leftover } = order.quote
  return journal(`${key}:sold`, 'sold', order, [
    ...line(`order:${order.id}`, payin),
    ...line('fee:network', negated(payinFee)),
    ...line('fee:service', negated(marginFee)),
    ...line('rounding', negated(leftover)),
    ...line('liquidity', negated(bought(order.quote))),
    ...line('liquidity', add(payout, payoutFee)),
    ...line('fee:network', negated(payoutFee)),
    ...line(`order:${order.id}`, negated(payout)),
  ])
}

/** What of the pay-in buys coins, in pay-in currency. */
function bought({ payin, payinFee, marginFee, leftover }: Quote): Money {
  return subtract(subtract(subtract(payin, payinFee), marginFee), leftover)
}

function setAside(key: string, order: Order, amount: Money): Journal {
  return journal(`${key}:owed`, 'owed', order, [
    ...line(`order:${order.id}`, amount),
    ...line(`owed:${order.id}`, negated(amount)),
  ])
}

function byHand(key: string, order: Order, amount: Money): Journal {
  return journal(`${key}:by_hand`, 'by_hand', order, [
    ...line(`order:${order.id}`, amount),
    ...line('by_hand', negated(amount)),
  ])
}

function chargedBack(key: string, order: Order, amount: Money): Journal {
  return journal(`${key}:chargeback`, 'chargeback', order, [
    ...line('chargeback', amount),
    ...line('card:receivable', negated(amount)),
  ])
}

function reversed(journal: Journal, id: string, kind: string): Journal {
  const postings = journal.postings.map((posting) => ({ ...posting, units: -posting.units }))
  return { id, kind, reference: journal.reference, postings }
}

function journal(id: string, kind: string, order: Order, postings: Posting[]): Journal {
  return { id, kind, reference: order.id, postings }
}

/** A line onto an account; none where nothing moves. */
function line(account: string, { units, currency }: Money, layer: Posting['layer'] = 'posted'): Posting[] {
  return units === 0n ? [] : [{ account, asset: currency, layer, units }]
}

function negated({ units, currency }: Money): Money {
  return { units: -units, currency }
}
