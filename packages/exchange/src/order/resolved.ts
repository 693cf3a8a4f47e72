import { moved, noted } from './history.ts'
import { closed, returning } from '../payin/card/attemptAfter.ts'
import { next } from './next.ts'
import {
  hasEnded,
  isStopped,
  liveAttempt,
  mayHaveLeft,
  owing,
  type Attempt,
  type Fact,
  type Order,
} from './Order.ts'

/** The operator's word on an order that waits for it. */
export type Resolution = Extract<Fact, { note: string }>

/** What the operator's word makes of an order; the same order where it does not wait, or the word leads nowhere. */
export function resolved(order: Order, fact: Resolution, at: Date): Order {
  if (order.holdReason === null) return order
  switch (fact.is) {
    case 'continued':
      return continued(order, fact, at)
    case 'refund_ordered':
      return refunding(order, fact, at)
    case 'settled_by_hand':
      return settledByHand(order, fact, at)
  }
}

function continued(order: Order, fact: Resolution, at: Date): Order {
  if (!isStopped(order)) return order
  const after: Order = { ...order, holdReason: owing(order) }
  return hasEnded(after) || next(after, at, 0) ? noted(after, fact, at) : order
}

/** Money that is here goes back to the card, as far as no coins may have left for it. */
function refunding(order: Order, fact: Resolution, at: Date): Order {
  const attempts = order.attempts.map((attempt): Attempt => {
    if (attempt.state === 'owed') return returning(attempt, attempt, attempt.settled)
    const { payin: amount } = order.quote
    return isHere(order, attempt) ? returning(attempt, { transId: attempt.transId, amount }, true) : attempt
  })
  if (attempts.every((attempt, index) => attempt === order.attempts[index])) return order
  const after = withoutPayout({ ...order, attempts, holdReason: null }, 'The payment is given back')
  return hasEnded(after) || liveAttempt(after) || after.status === 'processing_payout'
    ? noted(after, fact, at)
    : moved({ ...after, expiresAt: null }, fact, at, ['auth_success'])
}

/** The operator and the buyer are quits: nothing more is done but to ask for coins that may have left. */
function settledByHand(order: Order, fact: Resolution, at: Date): Order {
  const isOff = (attempt: Attempt) =>
    attempt.state === 'owed' ||
    isHere(order, attempt) ||
    (isStopped(order) && (attempt.state === 'held' || attempt.state === 'returning'))
  const attempts = order.attempts.map((attempt) => (isOff(attempt) ? closed(attempt) : attempt))
  const after = withoutPayout({ ...order, attempts, holdReason: null }, 'Settled by hand')
  return after.status === 'finished' || liveAttempt(after) || mayHaveLeft(after)
    ? noted(after, fact, at)
    : moved({ ...after, expiresAt: null }, fact, at, ['refunded'])
}

/** Whether an attempt's money is ours while its order rests, and no coins may have left for it. */
function isHere(order: Order, attempt: Attempt): attempt is Attempt & { state: 'settled' } {
  return attempt.state === 'settled' && isStopped(order) && !mayHaveLeft(order)
}

/** Coins that have not left stay where no money is here to pay for them. */
function withoutPayout(order: Order, reason: string): Order {
  const isPaid = order.attempts.some(({ state }) => state === 'settled')
  return order.payout?.state === 'due' && !isPaid
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason } }
    : order
}
