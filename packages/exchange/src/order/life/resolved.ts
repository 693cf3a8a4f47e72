import type { Change } from '../../books/Change.ts'
import type { MoneyPart } from '../../payin/machine/PayinSummary.ts'
import {
  hasEnded,
  isFullyRefunded,
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
import { coinsNotSent, refundedToBuyer, settledWithBuyer } from './payinChange.ts'
import { released } from './stops.ts'

/** The operator's decisions about an order that waits for it. */
export type Resolution = Extract<Fact, { is: 'continued' | 'refund_ordered' | 'settled_by_hand' }>

type OrderChange = Change<Order>

/**
 * Applies the operator's instruction to an order; null where it would change nothing. While an order does not wait for
 * the operator, only all of its money can be refunded, not a part.
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
 * Refunds the received money, unless coins may have left for it. Money that cannot be refunded is owed, and the order
 * still waits for it.
 */
function refunding(order: Order, fact: Resolution & { is: 'refund_ordered' }, at: Date): OrderChange | null {
  const parts: MoneyPart[] =
    fact.of === 'all' && !mayHaveLeft(order) ? ['owed', 'received'] : partsHere(order)
  const change = refundedToBuyer(order, parts, at)
  if (!change) return null
  const after = withUnfundedPayoutRefused(released(change.next), 'The payment is given back')
  const withoutMoney = { ...after, expiresAt: null, limit: null }
  if (isFullyRefunded(after) && (!hasEnded(after) || isUndone(after)))
    return { ...change, next: moved(withoutMoney, fact, at, ['refunded']) }
  const isElsewhere = hasEnded(after) || isBeingPaid(after) || after.status === 'processing_payout'
  return {
    ...change,
    next: isElsewhere ? noted(after, fact, at) : moved(withoutMoney, fact, at, ['auth_success']),
  }
}

/**
 * Ends an order that the operator settled with the buyer. Only coins that may have left are still asked about; if their
 * money was lost since, the operator bears the loss.
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

/** Owed money; and received money, while its order is stopped and no coins may have left for it. */
function partsHere(order: Order): MoneyPart[] {
  return isStopped(order) && !mayHaveLeft(order) ? ['owed', 'received'] : ['owed']
}

/** Whether coins may have left for money that was lost and is not written off. */
function hasUnpaidCoins(order: Order): boolean {
  const { lost, writtenOff } = payinOf(order)
  return mayHaveLeft(order) && (lost?.amount.units ?? 0n) > (writtenOff?.units ?? 0n)
}

/** Whether received money has no pay-out any more: it can only be refunded or settled. */
function hasMoneyWithoutPayout(order: Order): boolean {
  return order.payout?.state === 'refused' && payinOf(order).received !== null
}

/** Whether money is refunded although coins may have left for it. */
function isRefundingSentCoins(order: Order): boolean {
  return mayHaveLeft(order) && payinOf(order).returning !== null
}

/** Whether the order had finished and its pay-out was undone. */
function isUndone(order: Order): boolean {
  return order.status === 'finished' && !isFulfilled(order)
}

/**
 * The order before it began to send coins. If it will not send them any more, and their money was lost since, their
 * sale is reversed.
 */
function unsent(order: Order, fact: Resolution, at: Date): OrderChange {
  if (order.payout?.state !== 'sending') return { next: order }
  const due: Order = { ...order, payout: { id: order.payout.id, state: 'due' } }
  return fact.is === 'continued' ? { next: due } : coinsNotSent(due, at)
}

/** Refuses a pay-out that has not left and that no received money pays for. */
function withUnfundedPayoutRefused(order: Order, reason: string): Order {
  return order.payout?.state === 'due' && payinOf(order).received === null
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason } }
    : order
}
