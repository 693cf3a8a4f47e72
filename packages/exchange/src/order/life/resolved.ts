import type { Change } from '../../books/Change.ts'
import type { MoneyPart } from '../../payin/machine/PayinSummary.ts'
import {
  hasEnded,
  isAllBack,
  isBeingPaid,
  isFulfilled,
  isStopped,
  mayHaveLeft,
  payinOf,
  waitsForOperator,
  type Fact,
  type Order,
} from '../Order.ts'
import { moved, noted } from './history.ts'
import { next } from './next.ts'
import { coinsKept, moneyReturning, settledWithBuyer } from './payinChange.ts'
import { released } from './stops.ts'

/** The operator's instructions for an order that waits for the operator. */
export type Resolution = Extract<Fact, { is: 'continued' | 'refund_ordered' | 'settled_by_hand' }>

type OrderChange = Change<Order>

/**
 * Applies the operator's instruction to an order; null where it would change nothing. While an order does not wait for
 * the operator, only all of its money can be given back, not a part.
 */
export function resolved(before: Order, fact: Resolution, at: Date): OrderChange | null {
  const { next: order, journals = [] } = fact.isUnsent === true ? unsent(before, fact, at) : { next: before }
  const change = instructed(order, fact, at)
  return change && { ...change, journals: [...journals, ...(change.journals ?? [])] }
}

function instructed(order: Order, fact: Resolution, at: Date): OrderChange | null {
  const needsNoWait = fact.is === 'refund_ordered' && fact.of === 'all'
  if (!waitsForOperator(order) && !needsNoWait) return null
  switch (fact.is) {
    case 'continued':
      return continued(order, fact, at)
    case 'refund_ordered':
      return refunding(order, fact, at)
    case 'settled_by_hand':
      return settledByHand(order, fact, at)
  }
}

function continued(order: Order, fact: Resolution, at: Date): OrderChange | null {
  if (
    !isStopped(order) ||
    isUndone(order) ||
    hasUnpaidCoins(order) ||
    isRefundingSentCoins(order) ||
    hasMoneyWithoutPayout(order)
  )
    return null
  const after = released(order)
  return hasEnded(after) || next(after, at, 0) ? { next: noted(after, fact, at) } : null
}

/**
 * Sends back to the buyer what is here of the money, unless coins may have left for it. What cannot be sent back is owed,
 * and the order waits on for that.
 */
function refunding(order: Order, fact: Resolution & { is: 'refund_ordered' }, at: Date): OrderChange | null {
  const parts: MoneyPart[] =
    fact.of === 'all' && !mayHaveLeft(order) ? ['owed', 'received'] : partsHere(order)
  const change = moneyReturning(order, parts, at)
  if (!change) return null
  const after = withUnfundedPayoutRefused(released(change.next), 'The payment is given back')
  const withoutMoney = { ...after, expiresAt: null, limit: null }
  if (isAllBack(after) && (!hasEnded(after) || isUndone(after)))
    return { ...change, next: moved(withoutMoney, fact, at, ['refunded']) }
  const isElsewhere = hasEnded(after) || isBeingPaid(after) || after.status === 'processing_payout'
  return {
    ...change,
    next: isElsewhere ? noted(after, fact, at) : moved(withoutMoney, fact, at, ['auth_success']),
  }
}

/**
 * Ends an order that the operator settled with the buyer: only coins that may have left are still asked about. Where
 * those were paid for with money that was lost since, the operator bears the loss.
 */
function settledByHand(order: Order, fact: Resolution, at: Date): OrderChange {
  const resting: MoneyPart[] = isStopped(order) ? ['authorised', 'returning'] : []
  const borne: MoneyPart[] = mayHaveLeft(order) ? ['lost'] : ['charged_back']
  const change = settledWithBuyer(order, [...partsHere(order), ...resting, ...borne], at) ?? { next: order }
  const after = withUnfundedPayoutRefused(released(change.next), 'Settled by hand')
  const isElsewhere = isFulfilled(after) || isBeingPaid(after) || mayHaveLeft(after)
  return {
    ...change,
    next: isElsewhere ? noted(after, fact, at) : moved({ ...after, expiresAt: null }, fact, at, ['refunded']),
  }
}

/** What is owed; and what was received, while its order rests and no coins may have left for it. */
function partsHere(order: Order): MoneyPart[] {
  return isStopped(order) && !mayHaveLeft(order) ? ['owed', 'received'] : ['owed']
}

/** Whether coins may have left for money that is not there any more and that nobody has written off. */
function hasUnpaidCoins(order: Order): boolean {
  const { lost, writtenOff } = payinOf(order)
  return mayHaveLeft(order) && (lost?.amount.units ?? 0n) > (writtenOff?.units ?? 0n)
}

/** Whether money is here whose coins are not sent any more: it goes back or is settled, and nothing goes on with it. */
function hasMoneyWithoutPayout(order: Order): boolean {
  return order.payout?.state === 'refused' && payinOf(order).received !== null
}

/** Whether money goes back although coins may have left for it. */
function isRefundingSentCoins(order: Order): boolean {
  return mayHaveLeft(order) && payinOf(order).returning !== null
}

/** Whether the order had finished and its pay-out was undone. */
function isUndone(order: Order): boolean {
  return order.status === 'finished' && !isFulfilled(order)
}

/**
 * The order before it began to send coins. Where it is not to send them any more, those that were bought with money that
 * was lost since are sold back: nothing pays for them, and nobody has them.
 */
function unsent(order: Order, fact: Resolution, at: Date): OrderChange {
  if (order.payout?.state !== 'sending') return { next: order }
  const due: Order = { ...order, payout: { id: order.payout.id, state: 'due' } }
  return fact.is === 'continued' ? { next: due } : coinsKept(due, at)
}

/** Coins that have not left stay where no money is here to pay for them. */
function withUnfundedPayoutRefused(order: Order, reason: string): Order {
  return order.payout?.state === 'due' && payinOf(order).received === null
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason } }
    : order
}
