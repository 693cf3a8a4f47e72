import type { Change } from '../books/Change.ts'
import type { Journal } from '../books/Journal.ts'
import * as Sale from '../books/Sale.ts'
import type { PayinNews } from '../payin/machine/PayinChange.ts'
import { isPayinFact, payinStep, type PayinFact } from '../payin/Payin.ts'
import { moved, noted } from './history.ts'
import {
  awaitsPrice,
  hasEnded,
  holdWithoutStop,
  isBeingPaid,
  mayHaveLeft,
  mayPayOut,
  payinOf,
  type Fact,
  type Order,
  type Payout,
} from './Order.ts'
import { givenBack, payinContext, saleUndone } from './payinChange.ts'
import { resolved } from './resolved.ts'

type OrderChange = Change<Order>

/**
 * Holds every branch of an order's life, and says what each books. Facts repeat and overtake each other: null is said
 * of one that brings nothing new. One that contradicts what is known sets `holdReason`, which stops all money of the
 * order until the operator has looked; nothing is dropped.
 */
export function step(order: Order, fact: Fact, at: Date): OrderChange | null {
  if (isPayinFact(fact)) return paidIn(order, fact, at)
  switch (fact.is) {
    case 'started':
      return order.status === 'payin_pending' ? { next: moved(order, fact, at, ['processing']) } : null
    case 'limited':
      return limited(order, fact, at)
    case 'cleared': {
      if (order.status !== 'pending') return null
      const { quote, expiresAt } = fact
      return { next: moved({ ...order, limit: null, quote, expiresAt }, fact, at, ['processing']) }
    }
    case 'refused':
      return order.status === 'pending' ? over(order, fact, at, 'canceled') : null
    case 'expired':
      return mayExpire(order, at) ? over(order, fact, at, 'expired') : null
    case 'priced':
      return awaitsPrice(order)
        ? bought({ ...order, quote: fact.quote }, (sold) => moved(sold, fact, at, ['processing_payout']))
        : null
    case 'unpriceable':
      return awaitsPrice(order) ? stopped(order, fact, at, 'unpriceable') : null
    case 'payout_sending':
    case 'payout_sent':
    case 'payout_done':
    case 'payout_refused':
    case 'payout_failed':
      return paidOut(order, fact, at)
    case 'continued':
    case 'refund_ordered':
    case 'settled_by_hand':
      return resolved(order, fact, at)
  }
}

function limited(order: Order, fact: Fact & { is: 'limited' }, at: Date): OrderChange | null {
  if (order.status !== 'payin_pending' && order.status !== 'processing') return null
  if (isBeingPaid(order)) return null
  const waiting = { ...order, limit: fact.limit, expiresAt: fact.until }
  return { next: moved(waiting, fact, at, ['pending'], fact.substatus) }
}

function mayExpire(order: Order, at: Date): boolean {
  const waiting =
    order.status === 'payin_pending' || order.status === 'processing' || order.status === 'pending'
  return waiting && !isBeingPaid(order) && order.expiresAt !== null && at >= order.expiresAt
}

/** A fact about the pay-in: moves it, then the order as far as it matters to it. */
function paidIn(order: Order, fact: PayinFact, at: Date): OrderChange | null {
  const change = payinStep(order.payin, fact, payinContext(order, at))
  if (change === null) return null
  if (change === 'contradiction') return stopped(order, fact, at, 'contradiction')
  const { next, journals } = followed(order, { ...order, payin: change.next }, change.news, fact, at)
  return { next, journals: [...(change.journals ?? []), ...(journals ?? [])] }
}

/** What the pay-in's news means for the order. `order` has the pay-in as it is now, `before` as it was. */
function followed(before: Order, order: Order, news: PayinNews, fact: Fact, at: Date): OrderChange {
  switch (news.is) {
    case 'begun':
      return { next: moved(order, fact, at, ['processing']) }
    case 'noted':
      return { next: noted(order, fact, at) }
    case 'authorised':
      return over(order, fact, at, 'auth_success')
    case 'received':
      return order.floating
        ? over(order, fact, at, 'auth_success')
        : bought({ ...order, expiresAt: null }, (sold) =>
            moved(sold, fact, at, ['auth_success', 'processing_payout']),
          )
    case 'failed':
      return hasEnded(order)
        ? { next: noted(order, fact, at) }
        : over({ ...order, errorMessage: news.reason }, fact, at, 'error')
    case 'returning':
      return hasEnded(order) || isBeingPaid(order)
        ? { next: noted(order, fact, at) }
        : over(order, fact, at, 'auth_success')
    case 'returned':
      return { next: returned(before, order, fact, at), journals: saleUndone(before, order) }
    case 'owed':
      return { next: noted({ ...order, holdReason: order.holdReason ?? 'owed' }, fact, at) }
    case 'charged_back':
      return { next: noted({ ...order, holdReason: 'charged_back' }, fact, at) }
  }
}

/** Money is back. It was lost where it had bought coins that may have left; else the order is refunded with it. */
function returned(before: Order, order: Order, fact: Fact, at: Date): Order {
  const isGone = payinOf(before).received !== null && payinOf(order).received === null
  if (isGone && mayHaveLeft(order)) return noted({ ...order, holdReason: 'contradiction' }, fact, at)
  const left = order.holdReason === 'owed' ? { ...order, holdReason: holdWithoutStop(order) } : order
  return order.status === 'finished' || isBeingPaid(order)
    ? noted(left, fact, at)
    : moved({ ...withoutPayout(left), expiresAt: null }, fact, at, ['refunded'])
}

type PayoutFact = Extract<Fact, { is: `payout_${string}` }>

/** A fact about the coins. Those that left although the pay-out was off are known and booked all the same. */
function paidOut(order: Order, fact: PayoutFact, at: Date): OrderChange | null {
  const { payout } = order
  if (!payout) return stopped(order, fact, at, 'contradiction')
  const { id } = payout
  const holdReason = payout.state === 'refused' ? 'contradiction' : order.holdReason
  switch (fact.is) {
    case 'payout_sending':
      return payout.state === 'due' && mayPayOut(order)
        ? { next: noted({ ...order, payout: { id, state: 'sending' } }, fact, at) }
        : null
    case 'payout_sent': {
      if (payout.state === 'sent' || payout.state === 'done') return null
      const sent: Order = { ...order, holdReason, payout: { id, state: 'sent', txid: fact.txid } }
      return { next: noted(sent, fact, at), journals: [coinsLeft(order)] }
    }
    case 'payout_done': {
      if (payout.state === 'done') return null
      const done: Order = { ...order, holdReason, payout: { id, state: 'done', txid: fact.txid } }
      return {
        next: hasEnded(order) ? noted(done, fact, at) : moved(done, fact, at, ['finished']),
        journals: payout.state === 'sent' ? [] : [coinsLeft(order)],
      }
    }
    case 'payout_refused':
      if (payout.state === 'refused') return null
      return payout.state === 'due' || payout.state === 'sending'
        ? unpaid(order, { id, state: 'refused', reason: fact.reason }, fact, at)
        : stopped(order, fact, at, 'contradiction')
    case 'payout_failed':
      return payout.state === 'refused'
        ? null
        : notMoved(order, { id, state: 'refused', reason: fact.reason }, fact, at)
  }
}

/** Coins that were sent did not move. They are not sent again: the order stops, and its money stays for the operator. */
function notMoved(order: Order, payout: Payout, fact: Fact, at: Date): OrderChange {
  const hadLeft = order.payout?.state === 'sent' || order.payout?.state === 'done'
  return {
    next: noted({ ...order, payout, holdReason: 'payout_failed' }, fact, at),
    journals: hadLeft ? [Sale.notPaidOut({ orderId: order.id, quote: order.quote })] : [],
  }
}

/** No coins leave: money that is ours goes back, and where it went back meanwhile the order is refunded. */
function unpaid(order: Order, payout: Payout, fact: Fact, at: Date): OrderChange {
  const change = givenBack(order, ['received'], at) ?? { next: order }
  const next = { ...change.next, payout }
  return {
    ...change,
    next: isAllBack(next) && !hasEnded(order) ? moved(next, fact, at, ['refunded']) : noted(next, fact, at),
  }
}

/** Whether nothing of the order's money is on its way, here, owed or gone another way. */
function isAllBack(order: Order): boolean {
  const { returning, owed, settledByHand, chargedBack } = payinOf(order)
  return (
    [returning, owed, settledByHand, chargedBack].every((amount) => amount === null) && !isBeingPaid(order)
  )
}

/** The order's money buys its coins, which are due from now on. */
function bought(order: Order, move: (order: Order) => Order): OrderChange {
  const { received } = payinOf(order)
  if (!received) throw new Error(`Order ${order.id} has no money to buy coins with`)
  return {
    next: move({ ...order, payout: { id: `${order.id}-payout`, state: 'due' } }),
    journals: [Sale.sold({ orderId: order.id, number: received.number, quote: order.quote })],
  }
}

/** Coins are booked as gone once they are known to be on their way. */
function coinsLeft({ id, quote, payout }: Order): Journal {
  const sale = { orderId: id, quote }
  return payout?.state === 'refused' ? Sale.paidOutAnyway(sale) : Sale.paidOut(sale)
}

/** Money that went back before it was paid out is not paid out any more. */
function withoutPayout(order: Order): Order {
  return order.payout?.state === 'due'
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason: 'The payment was returned' } }
    : order
}

/** The order comes to a status in which it does not lapse any more. */
function over(order: Order, fact: Fact, at: Date, status: Order['status']): OrderChange {
  return { next: moved({ ...order, expiresAt: null }, fact, at, [status]) }
}

function stopped(
  order: Order,
  fact: Fact,
  at: Date,
  holdReason: NonNullable<Order['holdReason']>,
): OrderChange | null {
  return order.holdReason === holdReason ? null : { next: noted({ ...order, holdReason }, fact, at) }
}
