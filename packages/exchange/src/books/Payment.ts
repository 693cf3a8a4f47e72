import { subtract, type Money } from '@cambio/wire/Money.ts'
import { chart } from './chart.ts'
import { credit, debit, reversed, type Journal, type Posting } from './Journal.ts'

/** One payment towards an order, as the books identify it. */
export type Payment = {
  readonly orderId: string
  /** Which of the order's payments it is, from 1. */
  readonly number: number
  /** The account of the collector, which receives the money for us. */
  readonly receivable: string
}

/** Books money that was authorised and not captured yet. */
export function hold(payment: Payment, amount: Money): Journal {
  return journal(payment, 'hold', [
    ...debit(payment.receivable, amount, 'pending'),
    ...credit(chart.order(payment.orderId), amount, 'pending'),
  ])
}

/** Reverses a hold that was never captured. */
export function released(payment: Payment): Journal {
  return { ...journal(payment, 'void', []), resolves: `${key(payment)}:hold` }
}

/** Books money that reached its collector, and that we owe to the buyer. */
export function received(payment: Payment, amount: Money): Journal {
  return journal(payment, 'taken', [
    ...debit(payment.receivable, amount),
    ...credit(chart.order(payment.orderId), amount),
  ])
}

/** Books the capture of a hold. */
export function captured(payment: Payment, amount: Money): Journal {
  return { ...received(payment, amount), resolves: `${key(payment)}:hold` }
}

/** Books a refund of received money to the buyer. */
export function refunded(payment: Payment, amount: Money): Journal {
  return reversed(received(payment, amount), `${key(payment)}:refund`, 'refund')
}

/** Books received money that the operator settled with the buyer by hand. */
export function settledByHand(payment: Payment, amount: Money): Journal {
  return journal(payment, 'by_hand', [
    ...debit(chart.order(payment.orderId), amount),
    ...credit(chart.byHand, amount),
  ])
}

/** The kind of journal that books money without an order as the operator's. */
export const UNCLAIMED = 'unclaimed'

/**
 * Books money at the card platform that belongs to no order here, such as a payment made after the restored back-up. A
 * negative amount is its refund. The operator settles it with the buyer.
 * @param payment.id the platform's id of the payment, which the exchange assigned
 */
export function unclaimed({ id, at }: { readonly id: string; readonly at: Date }, amount: Money): Journal {
  return {
    id: `${id}:unclaimed:${at.getTime()}`,
    kind: UNCLAIMED,
    reference: id,
    postings: [...debit(chart.cardReceivable, amount), ...credit(chart.byHand, amount)],
  }
}

/* The following can happen to one payment more than once: the id contains `seq`, the number of the order's event. */

/** Books received money that the operator settled with the buyer by hand; it may be received and settled again. */
export function settledByHandAtSeq(payment: Payment, seq: number, amount: Money): Journal {
  return { ...settledByHand(payment, amount), id: `${key(payment)}:${seq}:by_hand` }
}

/** Reverses a settlement by hand, since the money was sent back to its payer as well. */
export function sentAfterSettlement(payment: Payment, seq: number, amount: Money): Journal {
  return {
    id: `${key(payment)}:${seq}:left`,
    kind: 'by_hand',
    reference: payment.orderId,
    postings: [...debit(chart.byHand, amount), ...credit(payment.receivable, amount)],
  }
}

/** Books received money that no order uses and that could not be sent back. */
export function owed(payment: Payment, seq: number, amount: Money): Journal {
  return setAside(payment, `${key(payment)}:${seq}:owed`, amount)
}

/** Books owed money as the order's again, which refunds or settles it. */
export function owedReversed(payment: Payment, seq: number, amount: Money): Journal {
  const id = `${key(payment)}:${seq}:unowed`
  return reversed(setAside(payment, id, amount), id, 'unowed')
}

/** Books a charge-back of received money: a loss. */
export function chargedBack(payment: Payment, seq: number, amount: Money): Journal {
  return {
    id: `${key(payment)}:${seq}:chargeback`,
    kind: 'chargeback',
    reference: payment.orderId,
    postings: [...debit(chart.chargeback, amount), ...credit(payment.receivable, amount)],
  }
}

/** Books a won dispute: the charged-back money is ours again. */
export function chargebackReversed(payment: Payment, seq: number, amount: Money): Journal {
  const id = `${key(payment)}:${seq}:won`
  return reversed(chargedBack(payment, seq, amount), id, 'chargeback_won')
}

/** Books received money that was sent back to its payer. It may be received and sent back again. */
export function refundedAtSeq(payment: Payment, seq: number, amount: Money): Journal {
  return reversed(received(payment, amount), `${key(payment)}:${seq}:refund`, 'refund')
}

/** Books refunded money that was returned to us. */
export function receivedAgain(payment: Payment, seq: number, amount: Money): Journal {
  return { ...received(payment, amount), id: `${key(payment)}:${seq}:again` }
}

/** Books received money that a reorganisation of its chain removed. It may be received again. */
export function removed(payment: Payment, seq: number, amount: Money): Journal {
  return reversed(received(payment, amount), `${key(payment)}:${seq}:vanished`, 'vanished')
}

/** Books a loss: money that a reorganisation removed, after the coins that it bought had left. */
export function writtenOff(payment: Payment, seq: number, amount: Money): Journal {
  return {
    id: `${key(payment)}:${seq}:written_off`,
    kind: 'written_off',
    reference: payment.orderId,
    postings: [...debit(chart.chargeback, amount), ...credit(chart.order(payment.orderId), amount)],
  }
}

/** Reverses such a loss, since the coins that the money bought have not left after all. */
export function writeOffReversed(payment: Payment, seq: number, amount: Money): Journal {
  const id = `${key(payment)}:${seq}:not_written_off`
  return reversed(writtenOff(payment, seq, amount), id, 'not_written_off')
}

/** Books received coins that left the pay-out wallet for their buyer, who bears the network fee. */
export function refundedFromWallet(
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

/** Reverses that after a reorganisation: the coins are in the wallet again and owed to their buyer. */
export function walletRefundReversed(
  payment: Payment,
  seq: number,
  sent: { readonly amount: Money; readonly fee: Money },
): Journal {
  return reversed(
    refundedFromWallet(payment, seq, sent),
    `${key(payment)}:${seq}:not_sent_back`,
    'not_sent_back',
  )
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
