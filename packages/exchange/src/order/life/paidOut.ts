import type { PayoutGroup } from '@cambio/wire/Group.ts'
import type { Change } from '../../books/Change.ts'
import { chart } from '../../books/chart.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Sale from '../../books/Sale.ts'
import {
  hasEnded,
  isRefundedOrSettled,
  mayPayOut,
  payinOf,
  type Fact,
  type Order,
  type Payout,
} from '../Order.ts'
import { moved, noted, stopped } from './history.ts'
import { coinsNotSent, refundedToBuyer } from './payinChange.ts'
import { stoppedByBanks, stoppedFor } from './stops.ts'

type OrderChange = Change<Order>

/** A fact about an order's pay-out. */
type PayoutFact = Extract<Fact, { is: `payout_${string}` }>

/**
 * Applies a fact about the pay-out. Coins that left although it had been called off are recorded and booked all the
 * same.
 */
export function paidOut(order: Order, fact: PayoutFact, at: Date): OrderChange | null {
  const { payout } = order
  if (!payout) return stopped(order, fact, at, 'contradiction')
  const { id } = payout
  const refused = (reason: string): Payout => ({ id, state: 'refused', reason })
  // Coins that left although their pay-out had been called off contradict that.
  const left = payout.state === 'refused' ? stoppedFor(order, 'contradiction') : order
  switch (fact.is) {
    case 'payout_sending': {
      if (payout.state !== 'due' || !mayPayOut(order)) return null
      const sending: Order = { ...order, payout: { id, state: 'sending' } }
      const isConfirmed = order.status === 'processing'
      return {
        next: isConfirmed ? moved(sending, fact, at, ['processing_payout']) : noted(sending, fact, at),
      }
    }
    case 'payout_sent': {
      if (payout.state === 'sent' || payout.state === 'done') return null
      const sent: Order = { ...left, payout: { id, state: 'sent', txid: fact.txid } }
      return { next: noted(sent, fact, at), journals: [coinsLeft(order)] }
    }
    case 'payout_done': {
      if (payout.state === 'done') return null
      const done: Order = { ...left, payout: { id, state: 'done', txid: fact.txid } }
      return {
        next: hasEnded(order) ? noted(done, fact, at) : moved(done, fact, at, ['finished']),
        journals: payout.state === 'sent' ? [] : [coinsLeft(order)],
      }
    }
    case 'payout_called_off':
      return payout.state === 'due' ? unpaid(order, refused(fact.reason), fact, at) : null
    case 'payout_refused':
      if (payout.state === 'refused') return null
      return payout.state === 'due' || payout.state === 'sending'
        ? unpaid(order, refused(fact.reason), fact, at)
        : stopped(order, fact, at, 'contradiction')
    case 'payout_failed':
      return payout.state === 'refused' ? null : notMoved(order, refused(fact.reason), fact, at)
    case 'payout_rejected':
      if (payout.state !== 'sending' || payout.id !== fact.payoutId) return null
      return payinOf(order).received === null
        ? notMoved(order, refused(fact.reason), fact, at)
        : { next: untaken(order, fact, at) }
  }
}

/**
 * Stops an order whose pay-out a bank did not accept; it keeps its money and the coins bought. Its next pay-out has
 * another id, so that later facts about this one do not concern it.
 */
function untaken(order: Order, fact: Fact, at: Date): Order {
  const rejections = order.events.filter((event) => event.fact === 'payout_rejected').length
  const payout: Payout = { id: `${order.id}-payout-${rejections + 2}`, state: 'due' }
  return noted({ ...stoppedFor(order, 'payout_failed'), payout }, fact, at)
}

/**
 * Sent coins did not move. They are not sent again: the order stops, and its money stays for the operator's decision.
 */
function notMoved(order: Order, payout: Payout, fact: Fact, at: Date): OrderChange {
  const hadLeft = order.payout?.state === 'sent' || order.payout?.state === 'done'
  const { next, journals = [] } = coinsNotSent(order, at)
  return {
    next: noted({ ...stoppedFor(next, 'payout_failed'), payout }, fact, at),
    journals: [...(hadLeft ? [Sale.payoutReversed(departureOf(order), order.seq)] : []), ...journals],
  }
}

/** The coins of a merchant order are sold for its partner, in one step: nothing has to leave. */
export function childSold(order: Order, fact: Fact & { is: 'child_sold' }, at: Date): OrderChange | null {
  const { child, payout, quote } = order
  if (!child || payout?.state !== 'due' || !mayPayOut(order)) return null
  const { proceeds } = fact
  const paid: Payout = { id: payout.id, state: 'done', txid: child.id }
  const sale = { childId: child.id, partnerId: order.partnerId, coins: quote.payout, proceeds }
  return {
    next: moved({ ...order, payout: paid, child: { ...child, proceeds } }, fact, at, ['finished']),
    journals: [
      Sale.paidOut({ orderId: order.id, quote, account: chart.order(child.id) }),
      Sale.soldForPartner(sale),
    ],
  }
}

/**
 * Moves an order whose pay-out was refused. Its money is refunded; if it is already refunded or settled by hand, the
 * order becomes refunded. Money that cannot be refunded, or that a bank charged back, waits for the operator.
 */
function unpaid(order: Order, payout: Payout, fact: Fact, at: Date): OrderChange {
  const kept = coinsNotSent(order, at)
  const change: OrderChange = refundedToBuyer(kept.next, ['received'], at) ?? { next: kept.next }
  const next = { ...stoppedByBanks(change.next), payout }
  return {
    journals: [...(kept.journals ?? []), ...(change.journals ?? [])],
    next:
      isRefundedOrSettled(next) && !hasEnded(order)
        ? moved(next, fact, at, ['refunded'])
        : noted(next, fact, at),
  }
}

/** Coins are booked as paid out once they are known to be on their way. */
function coinsLeft(order: Order): Journal {
  const departure = departureOf(order)
  return order.payout?.state === 'refused'
    ? Sale.paidOutAfterAll(departure, order.seq)
    : Sale.paidOut(departure)
}

/**
 * The account that a pay-out is booked against: our wallet or our bank account, or the client's account for a pay-out
 * to a balance.
 */
function departureOf({ id, quote, destination }: Order): Sale.Departure {
  const accounts: Readonly<Record<PayoutGroup, string>> = {
    crypto: chart.wallet,
    sepa: chart.bank,
    balance: chart.clientBalance(destination.address),
  }
  return { orderId: id, quote, account: accounts[quote.payoutGroup] }
}
