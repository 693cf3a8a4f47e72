import { attemptAfter, returning, type ChargeFact } from '../payin/card/attemptAfter.ts'
import { moved, noted } from './history.ts'
import { resolved } from './resolved.ts'
import {
  awaitsPrice,
  hasEnded,
  liveAttempt,
  mayHaveLeft,
  mayPayOut,
  owing,
  MOST_ATTEMPTS,
  type Attempt,
  type Fact,
  type Order,
  type Payout,
} from './Order.ts'

/**
 * Holds every branch of an order's life. Facts repeat and overtake each other: one that is known already gives the
 * same order back. One that contradicts what is known sets `holdReason`, which stops all money of the order until
 * the operator has looked; nothing is dropped.
 */
export function step(order: Order, fact: Fact, at: Date): Order {
  switch (fact.is) {
    case 'started':
      return order.status === 'payin_pending' ? moved(order, fact, at, ['processing']) : order
    case 'attempted':
      return attempted(order, fact, at)
    case 'limited':
      return limited(order, fact, at)
    case 'cleared':
      return order.status === 'pending'
        ? moved({ ...order, limit: null, quote: fact.quote, expiresAt: fact.expiresAt }, fact, at, [
            'processing',
          ])
        : order
    case 'refused':
      return order.status === 'pending' ? moved({ ...order, expiresAt: null }, fact, at, ['canceled']) : order
    case 'expired':
      return mayExpire(order, at) ? moved({ ...order, expiresAt: null }, fact, at, ['expired']) : order
    case 'priced':
      return awaitsPrice(order)
        ? moved(withPayout({ ...order, quote: fact.quote }), fact, at, ['processing_payout'])
        : order
    case 'unpriceable':
      return awaitsPrice(order) ? stopped(order, fact, at, 'unpriceable') : order
    case 'payout_sending':
    case 'payout_sent':
    case 'payout_done':
    case 'payout_refused':
      return paidOut(order, fact, at)
    case 'continued':
    case 'refund_ordered':
    case 'settled_by_hand':
      return resolved(order, fact, at)
    case 'challenged':
    case 'declined':
    case 'held':
    case 'settled':
    case 'capture_refused':
    case 'returned':
    case 'return_accepted':
    case 'return_refused':
    case 'charged_back':
      return charged(order, fact, at)
  }
}

/** Whether a card may be charged for this order now. */
export function mayAttempt(order: Order, at: Date): boolean {
  return (
    (order.status === 'payin_pending' || order.status === 'processing') &&
    order.holdReason === null &&
    liveAttempt(order) === undefined &&
    order.attempts.length < MOST_ATTEMPTS &&
    (order.expiresAt === null || at < order.expiresAt)
  )
}

function attempted(order: Order, fact: Fact & { is: 'attempted' }, at: Date): Order {
  if (!mayAttempt(order, at)) return order
  return moved({ ...order, attempts: [...order.attempts, fact.attempt] }, fact, at, ['processing'])
}

function limited(order: Order, fact: Fact & { is: 'limited' }, at: Date): Order {
  if (order.status !== 'payin_pending' && order.status !== 'processing') return order
  if (liveAttempt(order)) return order
  return moved({ ...order, limit: fact.limit, expiresAt: fact.until }, fact, at, ['pending'], fact.substatus)
}

function mayExpire(order: Order, at: Date): boolean {
  const waiting =
    order.status === 'payin_pending' || order.status === 'processing' || order.status === 'pending'
  return waiting && !liveAttempt(order) && order.expiresAt !== null && at >= order.expiresAt
}

/** A fact about one attempt: moves the attempt, then the order where the attempt is the one that counts. */
function charged(order: Order, fact: ChargeFact, at: Date): Order {
  const attempt = order.attempts.find(({ number }) => number === fact.number)
  if (!attempt) throw new Error(`Order ${order.id} has no attempt ${fact.number}`)
  const after = attemptAfter(order, attempt, fact)
  if (after === 'contradiction') return stopped(order, fact, at, 'contradiction')
  if (after === attempt) return order
  const changed = {
    ...order,
    attempts: order.attempts.map((other) => (other === attempt ? after : other)),
  }
  if (attempt.state === 'settled' && after.state === 'returned' && mayHaveLeft(order))
    return noted({ ...changed, holdReason: 'contradiction' }, fact, at)
  return follow(changed, after, fact, at)
}

/** What an attempt's new state means for the order. */
function follow(order: Order, attempt: Attempt, fact: Fact, at: Date): Order {
  switch (attempt.state) {
    case 'held':
      return moved({ ...order, expiresAt: null }, fact, at, ['auth_success'])
    case 'settled':
      return order.floating
        ? moved({ ...order, expiresAt: null }, fact, at, ['auth_success'])
        : moved(withPayout({ ...order, expiresAt: null }), fact, at, ['auth_success', 'processing_payout'])
    case 'declined':
      return attempt.number >= MOST_ATTEMPTS && !liveAttempt(order) && !hasEnded(order)
        ? moved({ ...order, errorMessage: attempt.reason, expiresAt: null }, fact, at, ['error'])
        : noted(order, fact, at)
    case 'returned': {
      const left = order.holdReason === 'owed' ? { ...order, holdReason: owing(order) } : order
      return order.status === 'finished' || liveAttempt(order)
        ? noted(left, fact, at)
        : moved({ ...withoutPayout(left), expiresAt: null }, fact, at, ['refunded'])
    }
    case 'returning':
      return hasEnded(order) || liveAttempt(order)
        ? noted(order, fact, at)
        : moved({ ...order, expiresAt: null }, fact, at, ['auth_success'])
    case 'owed':
      return noted({ ...order, holdReason: order.holdReason ?? 'owed' }, fact, at)
    case 'charged_back':
      return noted({ ...order, holdReason: 'charged_back' }, fact, at)
    case 'open':
    case 'challenged':
    case 'closed':
      return noted(order, fact, at)
  }
}

type PayoutFact = Extract<Fact, { is: `payout_${string}` }>

/** A fact about the coins. Those that left although the pay-out was off are known and booked all the same. */
function paidOut(order: Order, fact: PayoutFact, at: Date): Order {
  const { payout } = order
  if (!payout) return stopped(order, fact, at, 'contradiction')
  const { id } = payout
  const holdReason = payout.state === 'refused' ? 'contradiction' : order.holdReason
  switch (fact.is) {
    case 'payout_sending':
      return payout.state === 'due' && mayPayOut(order)
        ? noted({ ...order, payout: { id, state: 'sending' } }, fact, at)
        : order
    case 'payout_sent':
      return payout.state === 'sent' || payout.state === 'done'
        ? order
        : noted({ ...order, holdReason, payout: { id, state: 'sent', txid: fact.txid } }, fact, at)
    case 'payout_done': {
      if (payout.state === 'done') return order
      const done: Order = { ...order, holdReason, payout: { id, state: 'done', txid: fact.txid } }
      return hasEnded(order) ? noted(done, fact, at) : moved(done, fact, at, ['finished'])
    }
    case 'payout_refused':
      if (payout.state === 'refused') return order
      return payout.state === 'due' || payout.state === 'sending'
        ? unpaid(order, { id, state: 'refused', reason: fact.reason }, fact, at)
        : stopped(order, fact, at, 'contradiction')
  }
}

/** No coins leave: money that is ours goes back, and where it went back meanwhile the order is refunded. */
function unpaid(order: Order, payout: Payout, fact: Fact, at: Date): Order {
  const attempts = order.attempts.map((attempt) =>
    attempt.state === 'settled'
      ? returning(attempt, { transId: attempt.transId, amount: order.quote.payin }, true)
      : attempt,
  )
  const isBack = attempts.every(({ state }) => state === 'declined' || state === 'returned')
  const changed = { ...order, payout, attempts }
  return isBack && !hasEnded(order) ? moved(changed, fact, at, ['refunded']) : noted(changed, fact, at)
}

function withPayout(order: Order): Order {
  return { ...order, payout: { id: `${order.id}-payout`, state: 'due' } }
}

/** Money that went back before it was paid out is not paid out any more. */
function withoutPayout(order: Order): Order {
  return order.payout?.state === 'due'
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason: 'The payment was returned' } }
    : order
}

function stopped(order: Order, fact: Fact, at: Date, holdReason: NonNullable<Order['holdReason']>): Order {
  return order.holdReason === holdReason ? order : noted({ ...order, holdReason }, fact, at)
}
