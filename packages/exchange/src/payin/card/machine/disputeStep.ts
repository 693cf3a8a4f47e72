import { subtract, type Money } from '@cambio/wire/Money.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import {
  amountOf,
  base,
  isCaptured,
  owedReversed,
  captured,
  type AttemptChange,
  type AttemptContext,
} from './attemptParts.ts'
import type { Attempt, ChargeFact, Dispute } from './CardPayin.ts'

type DisputeFact = ChargeFact & { is: 'charged_back' | 'dispute_won' }

/**
 * Applies a bank's report on a dispute to an attempt: money was charged back, perhaps of a charge that was never
 * reported here, or some of it was won back. Reports carry totals, so a repeated or late one changes nothing. When all
 * is won back, the attempt has its former state again; money that its order no longer waits for is owed.
 */
export function disputeStep(
  attempt: Attempt,
  { transId, amount, won }: DisputeFact,
  context: AttemptContext,
): AttemptChange | null {
  const { payment, seq } = context
  const recorded = disputeOf(attempt, amount, context)
  const dispute: Dispute = {
    ...recorded,
    charged: more(recorded.charged, amount),
    won: more(recorded.won, won),
  }
  const charged = subtract(dispute.charged, recorded.charged)
  const regained = subtract(dispute.won, recorded.won)
  if (charged.units === 0n && regained.units === 0n) return null
  if (attempt.state !== 'charged_back' && charged.units === 0n) return null
  const net = subtract(dispute.charged, dispute.won)
  const disputed: Attempt = { ...base(attempt), dispute, state: 'charged_back', transId, amount: net }
  const journals: Journal[] = [
    ...(attempt.state === 'charged_back' ? [] : broughtHere(attempt, context)),
    ...(charged.units > 0n ? [Payment.chargedBack(payment, seq, charged)] : []),
    ...(regained.units > 0n ? [Payment.chargebackReversed(payment, seq, regained)] : []),
  ]
  if (net.units > 0n) return { next: disputed, journals }
  const after = regainedAttempt(disputed, dispute, transId, context)
  return { next: after.next, journals: [...journals, ...(after.journals ?? [])] }
}

/**
 * Settles a charge-back by hand: the order no longer waits for that money, and what is still won of it is ours. Null
 * where it was settled or refunded before.
 */
export function disputeSettledByHand(
  attempt: Attempt & { state: 'charged_back' },
  context: AttemptContext,
): AttemptChange | null {
  const dispute = disputeOf(attempt, attempt.amount, context)
  if (dispute.from === 'gone') return null
  return {
    next: { ...attempt, dispute: { ...dispute, from: 'gone' } },
    journals: [Payment.settledByHand(context.payment, dispute.taken)],
  }
}

/** The attempt's disputes as recorded so far. */
function disputeOf(attempt: Attempt, { currency }: Money, context: AttemptContext): Dispute {
  const { dispute } = attempt
  if (attempt.state === 'charged_back' && dispute) return dispute
  const nothing = { units: 0n, currency }
  const now = { from: fromOf(attempt), taken: amountOf(attempt, context) }
  if (dispute) return { ...dispute, ...now }
  return { charged: attempt.state === 'charged_back' ? attempt.amount : nothing, won: nothing, ...now }
}

/**
 * Where the attempt's money was when the bank charged it back: received for the order, already gone, or here for
 * another reason.
 */
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

/** Books what has to precede a charge-back: the money was captured, and is no longer owed. */
function broughtHere(attempt: Attempt, context: AttemptContext): Journal[] {
  const capture = isCaptured(attempt) ? [] : [captured(attempt, amountOf(attempt, context), context)]
  return [...capture, ...owedReversed(attempt, context)]
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

function more(recorded: Money, reported: Money | undefined): Money {
  return reported && reported.units > recorded.units ? reported : recorded
}
