import type { Change } from '../../../books/Change.ts'
import { chart } from '../../../books/chart.ts'
import type { Journal } from '../../../books/Journal.ts'
import type { PayinChange, PayinContext, PayinInstruction, PayinEffect } from '../../machine/PayinChange.ts'
import type { MoneyPart } from '../../machine/PayinSummary.ts'
import type { AttemptContext } from './attemptParts.ts'
import { attemptStep, refundStarted, settledByHand } from './attemptStep.ts'
import {
  attemptOf,
  attemptsLeft,
  liveAttempt,
  publishedReason,
  type Attempt,
  type CardFact,
  type CardPayin,
} from './CardPayin.ts'
import { disputeSettledByHand } from './disputeStep.ts'

/**
 * Applies a fact to a pay-in by card.
 * @throws Error when it is about an attempt that was never made
 */
export function cardStep(payin: CardPayin, fact: CardFact, context: PayinContext): PayinChange<CardPayin> {
  if (fact.is === 'attempted') {
    const mayBegin = context.acceptsPayment && !liveAttempt(payin) && attemptsLeft(payin) > 0
    return mayBegin
      ? { next: { ...payin, attempts: [...payin.attempts, fact.attempt] }, effect: { is: 'begun' } }
      : null
  }
  const attempt = attemptOf(payin, fact.number)
  const change = attemptStep(attempt, fact, contextOf(payin, attempt, context))
  if (change === null || change === 'contradiction') return change
  const attempts = payin.attempts.map((other) => (other === attempt ? change.next : other))
  const next = { ...payin, attempts }
  const effect: PayinEffect = fact.is === 'dispute_won' ? { is: 'dispute_won' } : effectOf(next, change.next)
  return { ...change, next, effect }
}

/** Applies an order's instruction to parts of its pay-in by card; null where there is no such money. */
export function cardInstructed(
  payin: CardPayin,
  { is, parts }: PayinInstruction,
  context: PayinContext,
): Change<CardPayin> | null {
  const journals: Journal[] = []
  const attempts = payin.attempts.map((attempt) => {
    const of = contextOf(payin, attempt, context)
    const change = is === 'refund' ? sentBack(attempt, parts, of) : closed(attempt, parts, of)
    journals.push(...(change?.journals ?? []))
    return change?.next ?? attempt
  })
  const hasChanged = attempts.some((attempt, index) => attempt !== payin.attempts[index])
  return hasChanged ? { next: { ...payin, attempts }, journals } : null
}

type Parts = readonly MoneyPart[]

function sentBack(attempt: Attempt, parts: Parts, context: AttemptContext): Change<Attempt> | null {
  if (attempt.state === 'held' && parts.includes('authorised')) return refundStarted(attempt, context)
  if (attempt.state === 'settled' && parts.includes('received')) return refundStarted(attempt, context)
  if (attempt.state === 'owed' && parts.includes('owed')) return refundStarted(attempt, context)
  return null
}

function closed(attempt: Attempt, parts: Parts, context: AttemptContext): Change<Attempt> | null {
  switch (attempt.state) {
    case 'held':
      return parts.includes('authorised') ? settledByHand(attempt, context) : null
    case 'settled':
      return parts.includes('received') ? settledByHand(attempt, context) : null
    case 'returning':
    case 'owed':
      return parts.includes(attempt.state) ? settledByHand(attempt, context) : null
    case 'open':
    case 'challenged':
    case 'declined':
    case 'turned_away':
    case 'returned':
    case 'closed':
      return null
    case 'charged_back':
      return parts.includes(attempt.state) ? disputeSettledByHand(attempt, context) : null
  }
}

function contextOf(
  payin: CardPayin,
  { number }: Attempt,
  { orderId, seq, expected, wantsMoney, keepsMoney }: PayinContext,
): AttemptContext {
  const live = liveAttempt(payin)
  return {
    payment: { orderId, number, receivable: chart.cardReceivable },
    seq,
    expected,
    isWanted: wantsMoney && (live === undefined || live.number === number),
    keepsMoney: keepsMoney && (live === undefined || live.number === number),
  }
}

/** What an attempt's new state means for the order. */
function effectOf(payin: CardPayin, attempt: Attempt): PayinEffect {
  switch (attempt.state) {
    case 'held':
      return { is: 'authorised' }
    case 'settled':
      return { is: 'received' }
    case 'declined': {
      const isLast = attemptsLeft(payin) <= 0 && !liveAttempt(payin)
      return isLast ? { is: 'failed', reason: publishedReason(attempt) ?? 'Declined' } : { is: 'noted' }
    }
    case 'returning':
    case 'returned':
    case 'owed':
    case 'charged_back':
      return { is: attempt.state }
    case 'open':
    case 'challenged':
    case 'turned_away':
    case 'closed':
      return { is: 'noted' }
  }
}
