import { equal } from '@cambio/wire/Money.ts'
import type { SubStatus } from '@cambio/wire/order/Order.ts'
import type { Change } from '../../books/Change.ts'
import * as Sale from '../../books/Sale.ts'
import type { PayinEffect } from '../../payin/machine/PayinChange.ts'
import { isPayinFact, payinStep, type PayinFact } from '../../payin/Payin.ts'
import {
  asksAboutPrice,
  awaitsCheck,
  awaitsPrice,
  endOf,
  hasEnded,
  isFullyRefunded,
  isBeingPaid,
  isFulfilled,
  isPricedOnReceipt,
  mayHaveLeft,
  payinOf,
  pendingBy,
  acceptsPayment,
  waitsForOperator,
  type Fact,
  type Order,
} from '../Order.ts'
import { moved, noted, stopped } from './history.ts'
import { childSold, paidOut } from './paidOut.ts'
import { refundedToBuyer, payinContext, saleReversal } from './payinChange.ts'
import { priceGuaranteedUntil } from './priceGuarantee.ts'
import { resolved } from './resolved.ts'
import { isStoppedBeyondChargeback, stoppedByBanks, stoppedFor } from './stops.ts'

type OrderChange = Change<Order>

/**
 * Decides every branch of an order's life, and what each books. Facts repeat and overtake each other: a known fact
 * returns null. A fact that contradicts the order stops it, with all its money, until the operator has decided. No fact
 * about money is dropped.
 */
export function step(order: Order, fact: Fact, at: Date): OrderChange | null {
  if (isPayinFact(fact)) return paidIn(order, fact, at)
  switch (fact.is) {
    case 'started':
      return order.status === 'payin_pending' ? { next: moved(order, fact, at, ['processing']) } : null
    case 'checked':
      return awaitsCheck(order) ? checked(order, fact, at) : null
    case 'limited':
    case 'payer_differs':
    case 'client_needed':
      return limited(order, fact, at)
    case 'cleared': {
      if (order.status !== 'pending' || pendingBy(order) === 'discount_over') return null
      return isBeingPaid(order)
        ? movedForGood(clearedWithMoney(order, fact), fact, at, 'auth_success')
        : { next: moved(clearedAt(order, fact, at), fact, at, ['processing']) }
    }
    case 'repriced': {
      const { quote, guaranteedUntil: priceGuaranteedUntil, coupon, asFirst } = fact
      return acceptsPayment(order, at) && !isBeingPaid(order)
        ? { next: noted({ ...order, quote, priceGuaranteedUntil, coupon, asFirst }, fact, at) }
        : null
    }
    case 'withdrawals_locked':
      return { next: noted(order, fact, at) }
    case 'refused':
      if (order.status !== 'pending') return null
      return isBeingPaid(order) ? moneyBack(order, fact, at) : letGo(order, fact, at, 'canceled')
    case 'cancel_ordered':
      return mayCancel(order) ? letGo(order, fact, at, 'canceled') : null
    case 'expired':
      if (!mayExpire(order, at)) return null
      return isBeingPaid(order) ? moneyBack(order, fact, at) : letGo(order, fact, at, 'expired')
    case 'priced':
      return awaitsPrice(order) && coversAllReceived(order, fact)
        ? bought({ ...pricedBy(resumed(order, fact, at), fact), expiresAt: null }, (sold) =>
            moved(sold, fact, at, [...passed(order), 'processing_payout']),
          )
        : null
    case 'discount_used':
      return awaitsPrice(order) || awaitsCheck(order) ? { next: noted(order, fact, at) } : null
    case 'discount_over':
      return awaitsPrice(order) || awaitsCheck(order) ? discountEnded(order, fact, at) : null
    case 'price_accepted':
      return asksAboutPrice(order)
        ? movedForGood({ ...order, quote: fact.quote }, fact, at, 'auth_success')
        : null
    case 'price_changed':
      return asksAboutPrice(order) ? { next: noted({ ...order, quote: fact.quote }, fact, at) } : null
    case 'price_refused':
      return asksAboutPrice(order) ? moneyBack(order, fact, at) : null
    case 'unpriceable':
      return awaitsPrice(order) || awaitsCheck(order) ? stopped(order, fact, at, 'unpriceable') : null
    case 'child_sold':
      return childSold(order, fact, at)
    case 'frozen':
      return stopped(order, fact, at, 'frozen')
    case 'out_of_bounds':
      return awaitsPrice(order) ? moneyBack(order, fact, at) : null
    case 'payout_sending':
    case 'payout_sent':
    case 'payout_done':
    case 'payout_called_off':
    case 'payout_refused':
    case 'payout_failed':
    case 'payout_rejected':
      return paidOut(order, fact, at)
    case 'continued':
    case 'refund_ordered':
    case 'settled_by_hand':
      return resolved(order, fact, at)
  }
}

function pricedBy(order: Order, { quote, proceeds }: Fact & { is: 'priced' }): Order {
  const child = order.child && { ...order.child, proceeds: proceeds ?? order.child.proceeds }
  return { ...order, quote, child }
}

/**
 * Whether a price covers all money received so far. If coins arrived while others were being priced, all are priced
 * again; money may also have been refunded and other money received meanwhile.
 */
function coversAllReceived(order: Order, { quote }: Fact & { is: 'priced' }): boolean {
  const { received } = payinOf(order)
  return received !== null && equal(received.amount, quote.payin)
}

/**
 * The statuses that an order passes when its money is priced. Coins count as received only then: too small an amount
 * may still be returned.
 */
function passed(order: Order): Order['status'][] {
  return payinOf(order).isPricedOnReceipt ? ['auth_success'] : []
}

/** The order that is priced now. A pending one goes on, as it does once its client has proved what was missing. */
function resumed(order: Order, fact: Fact, at: Date): Order {
  return order.status === 'pending' ? moved({ ...order, limit: null }, fact, at, ['auth_success']) : order
}

/** Lets the order wait until its client has proved what is missing, or until there is a client. */
function limited(
  order: Order,
  fact: Fact & { is: 'limited' | 'payer_differs' | 'client_needed' },
  at: Date,
): OrderChange | null {
  if (fact.is === 'client_needed' && order.clientId !== null) return null
  const isUnpaid = order.status === 'payin_pending' || order.status === 'processing'
  const isAskedOfMoney = awaitsPrice(order) || awaitsCheck(order)
  if (!isAskedOfMoney && (!isUnpaid || isBeingPaid(order))) return null
  const waiting = { ...order, limit: fact.limit, expiresAt: fact.until }
  return { next: moved(waiting, fact, at, ['pending'], substatusOf(fact)) }
}

function substatusOf(fact: Fact & { is: 'limited' | 'payer_differs' | 'client_needed' }): SubStatus {
  switch (fact.is) {
    case 'limited':
      return fact.substatus
    case 'payer_differs':
      return 'proof_pending'
    case 'client_needed':
      return 'email_pending'
  }
}

/** Lets the order wait until its buyer has accepted the price without the discount. */
function discountEnded(order: Order, fact: Fact & { is: 'discount_over' }, at: Date): OrderChange {
  const { quote, coupon, until } = fact
  const waiting = { ...order, quote, coupon, asFirst: false, limit: null, expiresAt: until }
  return { next: moved(waiting, fact, at, ['pending'], 'understanding_pending') }
}

/**
 * An order whose money is received goes on to be checked. If it is not priced on receipt, it gets the price of that
 * moment.
 */
function clearedWithMoney(order: Order, { quote }: Fact & { is: 'cleared' }): Order {
  const cleared = { ...order, limit: null }
  return isPricedOnReceipt(order) ? cleared : { ...cleared, quote }
}

/** An order that goes on to be paid, at the price of that moment. */
function clearedAt(order: Order, { quote, expiresAt }: Fact & { is: 'cleared' }, at: Date): Order {
  const priced = { ...order, limit: null, quote, expiresAt }
  return { ...priced, priceGuaranteedUntil: priceGuaranteedUntil(priced, at) }
}

function mayExpire(order: Order, at: Date): boolean {
  const mayExpireNow = order.status === 'pending' || !isBeingPaid(order)
  const end = endOf(order)
  return waitsForMoney(order) && mayExpireNow && end !== null && at >= end
}

/** Whether an order is in a status from which it may end without money. */
function waitsForMoney({ status }: Order): boolean {
  return (
    status === 'payin_pending' ||
    status === 'confirmation_pending' ||
    status === 'processing' ||
    status === 'pending'
  )
}

/** Whether an order still waits for its own money, and received only other money, which is refunded separately. */
function waitsForItsOwn(order: Order): boolean {
  return waitsForMoney(order) && payinOf(order).hasOnlyOther
}

/** Whether no money of an order is received, on its way or owed, so that the order can end unpaid. */
function mayCancel(order: Order): boolean {
  return waitsForMoney(order) && !waitsForOperator(order) && order.payout === null && isFullyRefunded(order)
}

/**
 * Refunds the order's money. The order becomes refunded once the money has arrived; what cannot be refunded is owed.
 */
function moneyBack(order: Order, fact: Fact, at: Date): OrderChange {
  const { next, journals = [] } = refundedToBuyer(order, ['authorised', 'received'], at) ?? { next: order }
  return { ...movedForGood({ ...next, limit: null }, fact, at, 'auth_success'), journals }
}

/** Applies a fact about the pay-in: first to the pay-in, then its effect to the order. */
function paidIn(order: Order, fact: PayinFact, at: Date): OrderChange | null {
  const change = payinStep(order.payin, fact, payinContext(order, at))
  if (change === null) return null
  if (change === 'contradiction') return stopped(order, fact, at, 'contradiction')
  const { next, journals } = followed(order, { ...order, payin: change.next }, change.effect, fact, at)
  return { next, journals: [...(change.journals ?? []), ...(journals ?? [])] }
}

/** Applies the pay-in's effect to the order. `order` has the pay-in as it is now, `before` as it was. */
function followed(before: Order, order: Order, effect: PayinEffect, fact: Fact, at: Date): OrderChange {
  switch (effect.is) {
    case 'begun':
      return { next: moved(order, fact, at, ['processing']) }
    case 'noted':
    case 'owed':
      return { next: noted(order, fact, at) }
    case 'authorised':
      return movedForGood(checkedBy(order, fact), fact, at, 'auth_success')
    case 'received':
      return received(order, fact, at)
    case 'given_up':
      return movedForGood(order, fact, at, 'canceled')
    case 'failed':
      return hasEnded(order)
        ? { next: noted(order, fact, at) }
        : // The decline is one event; the end of the order is another.
          movedForGood({ ...noted(order, fact, at), errorMessage: effect.reason }, fact, at, 'error')
    case 'returning': {
      // A partner that was notified of the pay-out is not notified again of the money.
      const stays = hasEnded(order) || isBeingPaid(order) || order.status === 'processing_payout'
      return stays || waitsForItsOwn(order)
        ? { next: noted(order, fact, at) }
        : movedForGood(order, fact, at, 'auth_success')
    }
    case 'returned':
      return { next: returned(before, order, fact, at), journals: saleReversal(before, order) }
    case 'removed':
      return {
        next: noted(stoppedFor(withDuePayoutRefused(order), 'contradiction'), fact, at),
        // Coins that may have left stay sold: their buyer owes for them.
        journals: mayHaveLeft(before) ? [] : saleReversal(before, order),
      }
    case 'charged_back':
      return { next: noted(stoppedFor(order, 'charged_back'), fact, at) }
    case 'dispute_won':
      return disputeWon(before, order, fact, at)
  }
}

/**
 * Goes on with an order that won its dispute; if its pay-out was refused meanwhile, the money is refunded. If it was
 * refunded beside the dispute, the order has ended.
 */
function disputeWon(before: Order, order: Order, fact: Fact, at: Date): OrderChange {
  const isUnwanted = order.payout?.state === 'refused' && !isStoppedBeyondChargeback(order)
  const change = isUnwanted ? refundedToBuyer(order, ['received'], at) : null
  const { next, journals = [] } = change ?? { next: order }
  const won = stoppedByBanks(next)
  const isBack =
    payinOf(won).returned !== null && isFullyRefunded(won) && !waitsForOperator(won) && !hasEnded(won)
  return { next: isBack ? returned(before, won, fact, at) : noted(won, fact, at), journals }
}

/**
 * Moves an order whose money is received: it buys its coins now, or waits for its price if it is priced on receipt.
 * Unannounced money, such as a transfer, also starts the pay-in.
 */
function received(unstarted: Order, fact: Fact, at: Date): OrderChange {
  const { isHeldFirst } = payinOf(unstarted)
  if (unstarted.status === 'pending' && isHeldFirst) return { next: noted(unstarted, fact, at) }
  const order =
    unstarted.status === 'payin_pending' ? moved(unstarted, { is: 'started' }, at, ['processing']) : unstarted
  const isConfirmed = order.status === 'confirmation_pending'
  if (isHeldFirst) return receivedAfterHold(checkedBy(order, fact), fact, at)
  if (isPricedOnReceipt(order))
    return movedForGood(order, fact, at, isConfirmed ? 'processing' : 'auth_success')
  return bought({ ...order, expiresAt: null }, (sold) =>
    moved(sold, fact, at, isConfirmed ? ['processing'] : ['auth_success', 'processing_payout']),
  )
}

/** Money that was on hold first buys its coins once the payer is checked; otherwise it waits for the check. */
function receivedAfterHold(order: Order, fact: Fact, at: Date): OrderChange {
  return order.checked && !isPricedOnReceipt(order, at)
    ? bought({ ...order, expiresAt: null }, (sold) =>
        moved(sold, fact, at, ['auth_success', 'processing_payout']),
      )
    : movedForGood(order, fact, at, 'auth_success')
}

function checkedBy(order: Order, fact: Fact): Order {
  const isChecked = (fact.is === 'held' || fact.is === 'settled') && fact.checked === true
  return isChecked ? { ...order, checked: true } : order
}

/** The payer was checked: the order buys its coins if its money is received and priced. */
function checked(order: Order, fact: Fact, at: Date): OrderChange {
  const passed = { ...order, checked: true }
  return payinOf(order).received !== null && !isPricedOnReceipt(order)
    ? bought(passed, (sold) => moved(sold, fact, at, ['processing_payout']))
    : { next: noted(passed, fact, at) }
}

/**
 * Moves an order whose money is back with the buyer. It stops if coins may have left for that money, or if a bank
 * charged back the money that would buy them. Otherwise it becomes refunded once no other money of it is under way.
 */
function returned(before: Order, order: Order, fact: Fact, at: Date): Order {
  const isGone = payinOf(before).received !== null && payinOf(order).received === null
  if (isGone && mayHaveLeft(order)) return noted(stoppedFor(order, 'contradiction'), fact, at)
  const { returning, owed, disputed } = payinOf(order)
  if (disputed !== null && !mayHaveLeft(order)) return noted(stoppedByBanks(order), fact, at)
  const isElsewhere = [returning, owed, disputed].some((amount) => amount !== null)
  return isElsewhere || isFulfilled(order) || isBeingPaid(order) || waitsForItsOwn(order)
    ? noted(order, fact, at)
    : moved({ ...withDuePayoutRefused(order), expiresAt: null }, fact, at, ['refunded'])
}

/** Sells the order its coins, so that the pay-out is due from now on. */
function bought(order: Order, move: (order: Order) => Order): OrderChange {
  const { received } = payinOf(order)
  if (!received) throw new Error(`Order ${order.id} has no money to buy coins with`)
  return {
    next: move({ ...order, payout: { id: `${order.id}-payout`, state: 'due' } }),
    journals: [Sale.sold({ orderId: order.id, number: received.number, quote: order.quote })],
  }
}

/** Refuses the due pay-out of an order whose money was returned before it was paid out. */
function withDuePayoutRefused(order: Order): Order {
  return order.payout?.state === 'due'
    ? { ...order, payout: { id: order.payout.id, state: 'refused', reason: 'The payment was returned' } }
    : order
}

/** Ends the order without its money, and releases what was reserved for it. */
function letGo(order: Order, fact: Fact, at: Date, status: Order['status']): OrderChange {
  const { next, journals = [] } = refundedToBuyer(order, ['reserved'], at) ?? { next: order }
  return { ...movedForGood(next, fact, at, status), journals }
}

/** Moves the order to a status in which it no longer expires. */
function movedForGood(order: Order, fact: Fact, at: Date, status: Order['status']): OrderChange {
  return { next: moved({ ...order, expiresAt: null }, fact, at, [status]) }
}
