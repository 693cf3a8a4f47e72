import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../../books/Change.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import type { Attempt } from './CardPayin.ts'

/** What an attempt's step needs of the order that it pays. */
export type AttemptContext = {
  /** The attempt in the books. */
  readonly payment: Payment.Payment
  /** Number of the event that a change becomes in the order's history. */
  readonly seq: number
  readonly expected: Money
  /** Whether the order still takes the money of this attempt. */
  readonly isWanted: boolean
  /**
   * Whether money that the order had, lost and received again is its own: it waits for it, or was fulfilled with it.
   */
  readonly keepsMoney: boolean
}

/** An attempt after a fact, with the journals that book the step. */
export type AttemptChange = Change<Attempt>

/** Books that the platform has received an attempt's money for us, after a hold or without one. */
export function captured(attempt: Attempt, amount: Money, { payment }: AttemptContext): Journal {
  return hasHold(attempt) ? Payment.captured(payment, amount) : Payment.received(payment, amount)
}

/**
 * Books that an attempt's money is no longer owed. Only captured money was booked as owed: a hold concerns only the
 * platform.
 */
export function owedReversed(attempt: Attempt, { payment, seq }: AttemptContext): Journal[] {
  return attempt.state === 'owed' && attempt.settled
    ? [Payment.owedReversed(payment, seq, attempt.amount)]
    : []
}

/**
 * The amount that an attempt holds or captured, or did before it was refunded; the order's pay-in where the platform
 * reported no other.
 */
export function amountOf(attempt: Attempt, { expected }: AttemptContext): Money {
  switch (attempt.state) {
    case 'returning':
    case 'returned':
    case 'owed':
    case 'closed':
      return attempt.amount
    case 'open':
    case 'challenged':
    case 'turned_away':
    case 'declined':
    case 'held':
    case 'settled':
    // The attempt's own amount is what the bank charged back, which may be only a part.
    case 'charged_back':
      return expected
  }
}

/** Whether the books have a hold for the attempt. */
export function hasHold(attempt: Attempt): boolean {
  return (
    attempt.state === 'held' ||
    ((attempt.state === 'returning' || attempt.state === 'owed') && !attempt.settled)
  )
}

/** Whether the platform is known to have captured the money; it may be gone again. */
export function isCaptured(attempt: Attempt): boolean {
  return 'settled' in attempt ? attempt.settled : attempt.state === 'settled'
}

/** The members that an attempt has in every state. */
export function base(attempt: Attempt) {
  const { number, platformOrderId, sessionId, card, cardKey, payerIp, returnTo, openedAt, reasonHidden } =
    attempt
  const constant = {
    number,
    platformOrderId,
    sessionId,
    card,
    cardKey,
    payerIp,
    returnTo,
    openedAt,
    reasonHidden,
  }
  return attempt.dispute ? { ...constant, dispute: attempt.dispute } : constant
}
