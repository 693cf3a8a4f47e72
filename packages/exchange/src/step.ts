import { equal } from '@cambio/wire/Money.ts'
import type { Status, SubStatus } from '@cambio/wire/Order.ts'
import {
  hasEnded,
  liveAttempt,
  MOST_ATTEMPTS,
  type Attempt,
  type Event,
  type Fact,
  type Order,
} from './Order.ts'

/**
 * Holds every branch of an order's life. Facts repeat and overtake each other: one that is known already gives the
 * same order back. One that contradicts what is known sets `attention`, which stops all money of the order until
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
    case 'payout_sent':
    case 'payout_done':
    case 'payout_refused':
      return paidOut(order, fact, at)
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
    order.attention === null &&
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

type ChargeFact = Extract<Fact, { number: number }>

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
  return follow(changed, after, fact, at)
}

/** Where a fact takes an attempt; the same attempt where it says nothing new. */
function attemptAfter(order: Order, attempt: Attempt, fact: ChargeFact): Attempt | 'contradiction' {
  const { state } = attempt
  switch (fact.is) {
    case 'challenged':
      return state === 'open' ? { ...base(attempt), state: 'challenged', ...pick(fact) } : attempt
    case 'declined':
      if (state === 'open' || state === 'challenged')
        return { ...base(attempt), state: 'declined', ...declined(fact) }
      return state === 'declined' ? attempt : 'contradiction'
    case 'held':
      if (state === 'open' || state === 'challenged')
        return wanted(order, attempt) && equal(fact.amount, order.quote.payin)
          ? { ...base(attempt), state: 'held', transId: fact.transId }
          : returning(attempt, fact.transId, false)
      return state === 'declined' ? returning(attempt, fact.transId, false) : attempt
    case 'settled':
      if (before(state) && !equal(fact.amount, order.quote.payin))
        return { ...base(attempt), state: 'owed', transId: fact.transId, settled: true, amount: fact.amount }
      if (state === 'open' || state === 'challenged' || state === 'held')
        return wanted(order, attempt)
          ? { ...base(attempt), state: 'settled', transId: fact.transId }
          : returning(attempt, fact.transId, true)
      if (state === 'returning' && !attempt.settled) return { ...attempt, settled: true }
      return state === 'declined' ? returning(attempt, fact.transId, true) : attempt
    case 'capture_refused':
      if (state === 'returning' || state === 'returned') return attempt
      if (state === 'open' || state === 'challenged' || state === 'held')
        return returning(attempt, fact.transId, false)
      return 'contradiction'
    case 'returned':
      if (state === 'returned' || state === 'declined') return attempt
      if (state === 'returning')
        return { ...base(attempt), state: 'returned', transId: fact.transId, settled: attempt.settled }
      if (state === 'held' || state === 'open' || state === 'challenged')
        return { ...base(attempt), state: 'returned', transId: fact.transId, settled: false }
      if (state === 'settled' && order.payout?.state === 'due')
        return { ...base(attempt), state: 'returned', transId: fact.transId, settled: true }
      return 'contradiction'
    case 'return_accepted':
      return state === 'returning' && !attempt.accepted ? { ...attempt, accepted: true } : attempt
    case 'return_refused':
      if (state !== 'returning') return attempt
      return {
        ...base(attempt),
        state: 'owed',
        transId: attempt.transId,
        settled: attempt.settled,
        amount: order.quote.payin,
      }
    case 'charged_back':
      if (state === 'charged_back') return attempt
      return state === 'returned' || state === 'owed'
        ? 'contradiction'
        : { ...base(attempt), state: 'charged_back', transId: fact.transId }
  }
}

/** Whether the money of an attempt in this state has not been booked as taken yet. */
function before(state: Attempt['state']): boolean {
  return state === 'open' || state === 'challenged' || state === 'held' || state === 'declined'
}

/** Whether the order still wants the money of this attempt. */
function wanted(order: Order, attempt: Attempt): boolean {
  if (hasEnded(order)) return false
  const live = liveAttempt(order)
  return live === undefined || live.number === attempt.number
}

/** What an attempt's new state means for the order. */
function follow(order: Order, attempt: Attempt, fact: Fact, at: Date): Order {
  switch (attempt.state) {
    case 'held':
      return moved({ ...order, expiresAt: null }, fact, at, ['auth_success'])
    case 'settled': {
      const payout = order.payout ?? { id: `${order.id}-payout`, state: 'due' as const }
      return moved({ ...order, expiresAt: null, payout }, fact, at, ['auth_success', 'processing_payout'])
    }
    case 'declined':
      return attempt.number >= MOST_ATTEMPTS && !liveAttempt(order) && !hasEnded(order)
        ? moved({ ...order, errorMessage: attempt.reason, expiresAt: null }, fact, at, ['error'])
        : noted(order, fact, at)
    case 'returned':
      return order.status === 'finished' || liveAttempt(order)
        ? noted(order, fact, at)
        : moved({ ...withoutPayout(order), expiresAt: null }, fact, at, ['refunded'])
    case 'returning':
      return hasEnded(order) || liveAttempt(order)
        ? noted(order, fact, at)
        : moved({ ...order, expiresAt: null }, fact, at, ['auth_success'])
    case 'owed':
      return noted({ ...order, attention: 'owed' }, fact, at)
    case 'charged_back':
      return noted({ ...order, attention: 'charged_back' }, fact, at)
    case 'open':
    case 'challenged':
      return noted(order, fact, at)
  }
}

function paidOut(
  order: Order,
  fact: Extract<Fact, { is: 'payout_sent' | 'payout_done' | 'payout_refused' }>,
  at: Date,
): Order {
  const { payout } = order
  if (!payout) return stopped(order, fact, at, 'contradiction')
  if (fact.is === 'payout_sent')
    return payout.state === 'due'
      ? noted({ ...order, payout: { id: payout.id, state: 'sent', txid: fact.txid } }, fact, at)
      : order
  if (fact.is === 'payout_done') {
    if (payout.state === 'done') return order
    if (payout.state === 'refused') return stopped(order, fact, at, 'contradiction')
    return moved({ ...order, payout: { id: payout.id, state: 'done', txid: fact.txid } }, fact, at, [
      'finished',
    ])
  }
  if (payout.state !== 'due')
    return payout.state === 'refused' ? order : stopped(order, fact, at, 'contradiction')
  return noted(
    {
      ...order,
      payout: { id: payout.id, state: 'refused', reason: fact.reason },
      attempts: order.attempts.map((attempt) =>
        attempt.state === 'settled' ? returning(attempt, attempt.transId, true) : attempt,
      ),
    },
    fact,
    at,
  )
}

/** Money that went back before it was paid out is not paid out any more. */
function withoutPayout(order: Order): Order {
  return order.payout?.state === 'due'
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason: 'The payment was returned' } }
    : order
}

/** A new entry in the history for each status the order passes, but those it has been in before, and always the last. */
function moved(
  order: Order,
  fact: Fact,
  at: Date,
  statuses: readonly Status[],
  substatus: SubStatus | null = null,
): Order {
  const passed = statuses.filter(
    (status, index) =>
      index === statuses.length - 1 || !order.events.some((event) => event.status === status),
  )
  const events: Event[] = passed.map((status, index) => ({
    seq: order.seq + index + 1,
    fact: fact.is,
    status,
    substatus: status === 'pending' ? substatus : null,
    at,
  }))
  const last = events.at(-1)
  if (!last) throw new Error('A move has a status')
  return {
    ...order,
    status: last.status,
    substatus: last.substatus,
    seq: last.seq,
    events: [...order.events, ...events],
  }
}

function noted(order: Order, fact: Fact, at: Date): Order {
  return moved(order, fact, at, [order.status], order.substatus)
}

function stopped(order: Order, fact: Fact, at: Date, attention: NonNullable<Order['attention']>): Order {
  return order.attention === attention ? order : noted({ ...order, attention }, fact, at)
}

function returning(attempt: Attempt, transId: string, settled: boolean): Attempt {
  return { ...base(attempt), state: 'returning', transId, settled, accepted: false }
}

function pick({ transId, challenge }: Extract<Fact, { is: 'challenged' }>) {
  return { transId, challenge }
}

function declined({ transId, reason }: Extract<Fact, { is: 'declined' }>) {
  return { transId, reason }
}

/** What an attempt keeps whatever becomes of it. */
function base({ number, platformOrderId, sessionId, card, payerIp, returnTo, openedAt }: Attempt) {
  return { number, platformOrderId, sessionId, card, payerIp, returnTo, openedAt }
}
