import { equal, type Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import {
  amountOf,
  base,
  hasHold,
  isCaptured,
  owedReversed,
  captured,
  type AttemptChange,
  type AttemptContext,
} from './attemptParts.ts'
import type { Attempt, ChargeFact } from './CardPayin.ts'
import { disputeStep } from './disputeStep.ts'

/**
 * Applies a fact to an attempt: null when it is already known, `contradiction` when it cannot be true of this attempt.
 */
export function attemptStep(
  attempt: Attempt,
  fact: ChargeFact,
  context: AttemptContext,
): AttemptChange | 'contradiction' | null {
  const { state } = attempt
  switch (fact.is) {
    case 'challenged':
      return challenged(attempt, fact)
    case 'declined':
      if (state === 'declined' || state === 'turned_away' || state === 'closed') return null
      if (state !== 'open' && state !== 'challenged') return 'contradiction'
      return { next: { ...base(attempt), state: 'declined', transId: fact.transId, reason: fact.reason } }
    case 'turned_away':
      return state === 'open' ? { next: { ...base(attempt), state: 'turned_away' } } : null
    case 'held':
      return held(attempt, fact, context)
    case 'settled':
      return settled(attempt, fact, context)
    case 'capture_refused':
      if (state === 'returning' || state === 'returned' || state === 'owed' || state === 'closed') return null
      return mayBeCaptured(attempt) ? unwantedHold(attempt, fact, context) : 'contradiction'
    case 'returned':
      return returned(attempt, fact, context)
    case 'return_accepted':
      return state === 'returning' && !attempt.accepted ? { next: { ...attempt, accepted: true } } : null
    case 'return_refused':
      return state === 'returning' ? returnRefused(attempt, context) : null
    case 'charged_back':
    case 'dispute_won':
      return disputeStep(attempt, fact, context)
  }
}

/** Refunds an attempt because its order instructs it. */
export function refundStarted(
  attempt: Attempt & { state: 'held' | 'settled' | 'owed' },
  context: AttemptContext,
): AttemptChange {
  const { transId, state } = attempt
  return state === 'held' || state === 'settled'
    ? { next: returning(attempt, { transId, amount: context.expected }, state === 'settled') }
    : { next: returning(attempt, attempt, attempt.settled), journals: owedReversed(attempt, context) }
}

/** Closes an attempt that the operator has settled with the buyer by hand. */
export function settledByHand(
  attempt: Attempt & { state: 'held' | 'settled' | 'returning' | 'owed' },
  context: AttemptContext,
): AttemptChange {
  const { transId } = attempt
  const amount = amountOf(attempt, context)
  return {
    next: { ...base(attempt), state: 'closed', transId, settled: isCaptured(attempt), amount },
    journals: gone(attempt, context, Payment.settledByHand),
  }
}

type Of<Is extends ChargeFact['is']> = ChargeFact & { is: Is }

function challenged(attempt: Attempt, { transId, challenge }: Of<'challenged'>): AttemptChange | null {
  if (attempt.state === 'open') return { next: { ...base(attempt), state: 'challenged', transId, challenge } }
  return attempt.state === 'challenged' && !attempt.challenge && challenge
    ? { next: { ...attempt, challenge } }
    : null
}

function held(attempt: Attempt, fact: Of<'held'>, context: AttemptContext): AttemptChange | null {
  const { state } = attempt
  if (state === 'declined' || state === 'turned_away') return unwantedHold(attempt, fact, context)
  if (state !== 'open' && state !== 'challenged') return null
  if (!context.isWanted || !equal(fact.amount, context.expected)) return unwantedHold(attempt, fact, context)
  return {
    next: { ...base(attempt), state: 'held', transId: fact.transId },
    journals: [Payment.hold(context.payment, fact.amount)],
  }
}

/** Voids a hold that the order does not want. */
function unwantedHold(
  attempt: Attempt,
  fact: Of<'held' | 'capture_refused'>,
  { payment }: AttemptContext,
): AttemptChange {
  return {
    next: returning(attempt, fact, false),
    journals: hasHold(attempt) ? [] : [Payment.hold(payment, fact.amount)],
  }
}

function settled(attempt: Attempt, fact: Of<'settled'>, context: AttemptContext): AttemptChange | null {
  const { state } = attempt
  const { transId, amount } = fact
  const { payment, seq, expected, isWanted } = context
  const capture = captured(attempt, amount, context)
  const owed = Payment.owed(payment, seq, amount)
  const isSurprise = state === 'closed' && !attempt.settled
  if (isSurprise || (mayBeCaptured(attempt) && !equal(amount, expected)))
    return {
      next: { ...base(attempt), state: 'owed', transId, settled: true, amount },
      journals: [capture, owed],
    }
  if (state === 'declined' || state === 'turned_away')
    return { next: returning(attempt, fact, true), journals: [capture] }
  if (state === 'open' || state === 'challenged' || state === 'held')
    return {
      next: isWanted ? { ...base(attempt), state: 'settled', transId } : returning(attempt, fact, true),
      journals: [capture],
    }
  if ((state !== 'returning' && state !== 'owed') || attempt.settled) return null
  return {
    next: { ...attempt, settled: true, amount },
    journals: state === 'owed' ? [capture, owed] : [capture],
  }
}

function returned(
  attempt: Attempt,
  { transId }: Of<'returned'>,
  context: AttemptContext,
): AttemptChange | 'contradiction' | null {
  const { state } = attempt
  if (state === 'charged_back' || (state === 'closed' && attempt.settled)) return 'contradiction'
  if (state === 'returned' || state === 'closed' || state === 'declined' || state === 'turned_away')
    return null
  const amount = amountOf(attempt, context)
  return {
    next: { ...base(attempt), state: 'returned', transId, settled: isCaptured(attempt), amount },
    journals: gone(attempt, context, Payment.refunded),
  }
}

function returnRefused(
  attempt: Attempt & { state: 'returning' },
  { payment, seq }: AttemptContext,
): AttemptChange {
  const { transId, amount } = attempt
  return {
    next: { ...base(attempt), state: 'owed', transId, settled: attempt.settled, amount },
    journals: attempt.settled ? [Payment.owed(payment, seq, amount)] : [],
  }
}

/** An attempt whose money is returned, since its order no longer wants it. */
function returning(
  attempt: Attempt,
  { transId, amount }: { readonly transId: string; readonly amount: Money },
  isSettled: boolean,
): Attempt {
  return { ...base(attempt), state: 'returning', transId, settled: isSettled, accepted: false, amount }
}

/** Books that the money of an attempt is gone: a hold is released, and captured money is booked by `booked`. */
function gone(attempt: Attempt, context: AttemptContext, booked: typeof Payment.refunded): Journal[] {
  const { payment } = context
  if (hasHold(attempt)) return [Payment.released(payment)]
  if (!isCaptured(attempt)) return []
  return [...owedReversed(attempt, context), booked(payment, amountOf(attempt, context))]
}

/** Whether an attempt may still be reported as captured: it was not before, and the money is not being returned. */
function mayBeCaptured({ state }: Attempt): boolean {
  return capturable.has(state)
}

const capturable: ReadonlySet<Attempt['state']> = new Set([
  'open',
  'challenged',
  'held',
  'declined',
  'turned_away',
])
