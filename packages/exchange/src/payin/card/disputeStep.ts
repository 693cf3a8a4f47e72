import { subtract, type Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Payment from '../../books/Payment.ts'
import {
  amountOf,
  base,
  isTaken,
  noLongerOwed,
  takenNow,
  type AttemptChange,
  type AttemptContext,
} from './attemptParts.ts'
import type { Attempt, ChargeFact, Dispute } from './CardPayin.ts'

type DisputeFact = ChargeFact & { is: 'charged_back' | 'dispute_won' }

/**
 * What a bank's word on a dispute makes of an attempt: money was taken back from us, also what was heard of by nobody,
 * or some of it was won back. Both are told in all, so that what repeats or comes late says nothing. Won back whole, the
 * attempt is what it was before; money that nobody waits for any more is owed.
 */
export function disputeStep(
  attempt: Attempt,
  { transId, amount, won }: DisputeFact,
  context: AttemptContext,
): AttemptChange | null {
  const { payment, seq } = context
  const known = disputeOf(attempt, amount, context)
  const dispute: Dispute = { ...known, charged: more(known.charged, amount), won: more(known.won, won) }
  const charged = subtract(dispute.charged, known.charged)
  const regained = subtract(dispute.won, known.won)
  if (charged.units === 0n && regained.units === 0n) return null
  if (attempt.state !== 'charged_back' && charged.units === 0n) return null
  const net = subtract(dispute.charged, dispute.won)
  const disputed: Attempt = { ...base(attempt), dispute, state: 'charged_back', transId, amount: net }
  const journals: Journal[] = [
    ...(attempt.state === 'charged_back' ? [] : broughtHere(attempt, context)),
    ...(charged.units > 0n ? [Payment.chargedBack(payment, seq, charged)] : []),
    ...(regained.units > 0n ? [Payment.wonBack(payment, seq, regained)] : []),
  ]
  if (net.units > 0n) return { next: disputed, journals }
  const after = regainedAttempt(disputed, dispute, transId, context)
  return { next: after.next, journals: [...journals, ...(after.journals ?? [])] }
}

/** What is known of an attempt's disputes so far. */
function disputeOf(attempt: Attempt, { currency }: Money, context: AttemptContext): Dispute {
  const { dispute } = attempt
  if (attempt.state === 'charged_back' && dispute) return dispute
  const nothing = { units: 0n, currency }
  const now = { from: fromOf(attempt), taken: broughtBy(attempt, context) }
  if (dispute) return { ...dispute, ...now }
  return { charged: attempt.state === 'charged_back' ? attempt.amount : nothing, won: nothing, ...now }
}

function broughtBy(attempt: Attempt, context: AttemptContext): Money {
  const isGone = attempt.state === 'returned' || attempt.state === 'closed'
  return isGone ? attempt.amount : amountOf(attempt, context)
}

/** What the attempt's money was when the bank took it: the order's, with nobody here any more, or anything else. */
function fromOf(attempt: Attempt): Dispute['from'] {
  switch (attempt.state) {
    case 'settled':
    case 'charged_back':
      return 'received'
    case 'returned':
    case 'closed':
      return attempt.settled ? 'gone' : 'here'
    case 'open':
    case 'challenged':
    case 'turned_away':
    case 'declined':
    case 'held':
    case 'returning':
    case 'owed':
      return 'here'
  }
}

/** Only what was taken can be taken back, and what was owed is not owed any more. */
function broughtHere(attempt: Attempt, context: AttemptContext): Journal[] {
  const taken = isTaken(attempt) ? [] : [takenNow(attempt, amountOf(attempt, context), context)]
  return [...taken, ...noLongerOwed(attempt, context)]
}

function regainedAttempt(
  attempt: Attempt,
  { from, taken: amount }: Dispute,
  transId: string,
  { payment, seq, keepsMoney }: AttemptContext,
): AttemptChange {
  const whole = { ...base(attempt), transId }
  if (from === 'received' && keepsMoney) return { next: { ...whole, state: 'settled' } }
  if (from === 'gone') return { next: { ...whole, state: 'returned', settled: true, amount } }
  return {
    next: { ...whole, state: 'owed', settled: true, amount },
    journals: [Payment.owed(payment, seq, amount)],
  }
}

function more(known: Money, told: Money | undefined): Money {
  return told && told.units > known.units ? told : known
}
