import { subtract, type Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, reversed, type Journal, type Posting } from './Journal.ts'

/** One payment towards an order, with what identifies it in the books. */
export type Payment = {
  readonly orderId: string
  /** Which of the order's payments it is, from 1. */
  readonly number: number
  /** The account of the collector, which takes the money for us. */
  readonly receivable: string
}

/** Books money that was authorised and not taken yet. */
export function hold(payment: Payment, amount: Money): Journal {
  return journal(payment, 'hold', [
    ...debit(payment.receivable, amount, 'pending'),
    ...credit(chart.order(payment.orderId), amount, 'pending'),
  ])
}

/** Takes back the booking of a hold that was never taken. */
export function released(payment: Payment): Journal {
  return { ...journal(payment, 'void', []), resolves: `${key(payment)}:hold` }
}

/** The money is with its collector, and we owe it to the buyer. */
export function taken(payment: Payment, amount: Money): Journal {
  return journal(payment, 'taken', [
    ...debit(payment.receivable, amount),
    ...credit(chart.order(payment.orderId), amount),
  ])
}

/** Books the capture of a hold. */
export function takenFromHold(payment: Payment, amount: Money): Journal {
  return { ...taken(payment, amount), resolves: `${key(payment)}:hold` }
}

/** Money that was taken is back with the buyer. */
export function refunded(payment: Payment, amount: Money): Journal {
  return reversed(taken(payment, amount), `${key(payment)}:refund`, 'refund')
}

/** Money that was taken was settled with the buyer by hand. */
export function settledByHand(payment: Payment, amount: Money): Journal {
  return journal(payment, 'by_hand', [
    ...debit(chart.order(payment.orderId), amount),
    ...credit(chart.byHand, amount),
  ])
}

/** The kind of journal by which money that no order takes is the operator's. */
export const UNCLAIMED = 'unclaimed'

/**
 * Money at the card platform that no order here takes, such as one of after a back-up, or below zero what went back of it:
 * the operator settles it with its buyer.
 * @param payment.id the platform's own id of it, as the exchange gave it
 */
export function unclaimed({ id, at }: { readonly id: string; readonly at: Date }, amount: Money): Journal {
  return {
    id: `${id}:unclaimed:${at.getTime()}`,
    kind: UNCLAIMED,
    reference: id,
    postings: [...debit(chart.cardReceivable, amount), ...credit(chart.byHand, amount)],
  }
}

/*
 * What follows can happen to one payment more than once, so that `seq`, the number of the order's event, is in the id.
 */

/** Money that was taken was settled with the buyer by hand; it may come again and be settled once more. */
export function settledByHandNow(payment: Payment, seq: number, amount: Money): Journal {
  return { ...settledByHand(payment, amount), id: `${key(payment)}:${seq}:by_hand` }
}

/** Money that was settled by hand has left for its payer as well: that was no more by hand. */
export function leftAfterSettled(payment: Payment, seq: number, amount: Money): Journal {
  return {
    id: `${key(payment)}:${seq}:left`,
    kind: 'by_hand',
    reference: payment.orderId,
    postings: [...debit(chart.byHand, amount), ...credit(payment.receivable, amount)],
  }
}

/** Money that was taken, that no order takes and that could not be sent back. */
export function owed(payment: Payment, seq: number, amount: Money): Journal {
  return setAside(payment, `${key(payment)}:${seq}:owed`, amount)
}

/** Money that was owed is the order's again, which gives it back or settles it. */
export function owedCleared(payment: Payment, seq: number, amount: Money): Journal {
  const id = `${key(payment)}:${seq}:unowed`
  return reversed(setAside(payment, id, amount), id, 'unowed')
}

/** Money that was taken once was taken back from us: a loss. */
export function chargedBack(payment: Payment, seq: number, amount: Money): Journal {
  return {
    id: `${key(payment)}:${seq}:chargeback`,
    kind: 'chargeback',
    reference: payment.orderId,
    postings: [...debit(chart.chargeback, amount), ...credit(payment.receivable, amount)],
  }
}

/** A dispute was won: the charged-back money is ours again. */
export function wonBack(payment: Payment, seq: number, amount: Money): Journal {
  const id = `${key(payment)}:${seq}:won`
  return reversed(chargedBack(payment, seq, amount), id, 'chargeback_won')
}

/** Money that was taken has left for its payer. It may come again, and leave once more. */
export function sentBack(payment: Payment, seq: number, amount: Money): Journal {
  return reversed(taken(payment, amount), `${key(payment)}:${seq}:refund`, 'refund')
}

/** Refunded money was returned to us. */
export function receivedAgain(payment: Payment, seq: number, amount: Money): Journal {
  return { ...taken(payment, amount), id: `${key(payment)}:${seq}:again` }
}

/** Captured money is gone: the chain that carried it was reorganised. It may arrive again. */
export function vanished(payment: Payment, seq: number, amount: Money): Journal {
  return reversed(taken(payment, amount), `${key(payment)}:${seq}:vanished`, 'vanished')
}

/** Money that is not there any more, and that bought coins which have left, is asked of nobody: a loss. */
export function writtenOff(payment: Payment, seq: number, amount: Money): Journal {
  return {
    id: `${key(payment)}:${seq}:written_off`,
    kind: 'written_off',
    reference: payment.orderId,
    postings: [...debit(chart.chargeback, amount), ...credit(chart.order(payment.orderId), amount)],
  }
}

/** It was no loss, since the coins that it bought have not left after all. */
export function notWrittenOff(payment: Payment, seq: number, amount: Money): Journal {
  const id = `${key(payment)}:${seq}:not_written_off`
  return reversed(writtenOff(payment, seq, amount), id, 'not_written_off')
}

/** Coins that were taken left the wallet that pays out for their buyer, who bears the network's fee. */
export function sentByWallet(
  payment: Payment,
  seq: number,
  { amount, fee }: { readonly amount: Money; readonly fee: Money },
): Journal {
  return {
    id: `${key(payment)}:${seq}:sent_back`,
    kind: 'sent_back',
    reference: payment.orderId,
    postings: [
      ...debit(chart.order(payment.orderId), amount),
      ...credit(chart.wallet, subtract(amount, fee)),
      ...credit(chart.networkFee, fee),
    ],
  }
}

/** A reorganisation undid that: the coins are in the wallet, and their buyer's. */
export function notSentByWallet(
  payment: Payment,
  seq: number,
  sent: { readonly amount: Money; readonly fee: Money },
): Journal {
  return reversed(sentByWallet(payment, seq, sent), `${key(payment)}:${seq}:not_sent_back`, 'not_sent_back')
}

function setAside({ orderId }: Payment, id: string, amount: Money): Journal {
  const postings = [...debit(chart.order(orderId), amount), ...credit(chart.owed(orderId), amount)]
  return { id, kind: 'owed', reference: orderId, postings }
}

function journal(payment: Payment, kind: string, postings: readonly Posting[]): Journal {
  return { id: `${key(payment)}:${kind}`, kind, reference: payment.orderId, postings }
}

function key({ orderId, number }: Payment): string {
  return `${orderId}:${number}`
}
