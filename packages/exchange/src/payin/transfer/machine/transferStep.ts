import type { Change } from '../../../books/Change.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinChange, PayinContext, PayinInstruction } from '../../machine/PayinChange.ts'
import { objectionToReturn } from './objectionToReturn.ts'
import { reversalSettledByHand, reversalStep } from './reversalStep.ts'
import { owedReversed, paymentOf, withTransfer } from './transferParts.ts'
import { transferOf, type Transfer, type TransferFact, type TransferPayin } from './TransferPayin.ts'

/**
 * Applies a fact to a pay-in by bank transfer. A transfer that its order does not accept is returned to its payer, or
 * is owed where the bank names no account of the payer that SEPA reaches.
 * @throws Error when it is about an unknown transfer
 */
export function transferStep(
  payin: TransferPayin,
  fact: TransferFact,
  context: PayinContext,
): PayinChange<TransferPayin> {
  if (fact.is === 'transfer_came') return transferReceived(payin, fact, context)
  const transfer = transferOf(payin, fact.number)
  switch (fact.is) {
    case 'transfer_returned':
      return returned(payin, transfer, context)
    case 'transfer_bounced':
      return bounced(payin, transfer, context)
    case 'transfer_taken_back':
    case 'transfer_given_again': {
      const change = reversalStep(transfer, fact, context)
      const effect = { is: fact.is === 'transfer_given_again' ? 'dispute_won' : 'charged_back' } as const
      return change && { ...change, next: withTransfer(payin, change.next), effect }
    }
  }
}

/**
 * Applies an order's instruction to parts of its pay-in; null where there is no such money, or no account to return it
 * to.
 */
export function transferInstructed(
  payin: TransferPayin,
  { is, parts }: PayinInstruction,
  context: PayinContext,
): Change<TransferPayin> | null {
  const change = is === 'refund' ? refundStarted : settledByHand
  const chosen = payin.transfers.filter(({ state }) => {
    if (state === 'taken_back') return is === 'settle_by_hand' && parts.includes('charged_back')
    return (state === 'received' || state === 'owed') && parts.includes(state)
  })
  return chosen.reduce<Change<TransferPayin> | null>((before, transfer) => {
    const changed = change(transfer, context)
    if (!changed) return before
    return {
      next: withTransfer(before?.next ?? payin, changed.next),
      journals: [...(before?.journals ?? []), ...(changed.journals ?? [])],
    }
  }, null)
}

function transferReceived(
  payin: TransferPayin,
  { entry, amount, payer }: TransferFact & { is: 'transfer_came' },
  context: PayinContext,
): PayinChange<TransferPayin> {
  if (payin.transfers.some((other) => other.entry === entry)) return null
  const isPaid = context.hasBought || payin.transfers.some(({ state }) => state === 'received')
  const isWanted = context.wantsMoney && !isPaid
  const state = isWanted ? 'received' : objectionToReturn(payer) === undefined ? 'returning' : 'owed'
  const transfer: Transfer = {
    number: payin.transfers.length + 1,
    entry,
    amount,
    payer,
    seenAt: context.at,
    state,
    reversal: null,
  }
  const payment = paymentOf(transfer, context)
  return {
    next: {
      ...payin,
      transfers: [...(isWanted ? payin.transfers.map(disowned) : payin.transfers), transfer],
    },
    journals: [
      Payment.received(payment, amount),
      ...(state === 'owed' ? [Payment.owed(payment, context.seq, amount)] : []),
    ],
    effect: { is: state },
  }
}

/** A charged-back transfer, once another one pays for the order: it is no longer the order's own. */
function disowned(transfer: Transfer): Transfer {
  const { reversal } = transfer
  return reversal?.from === 'received' ? { ...transfer, reversal: { ...reversal, from: 'here' } } : transfer
}

function returned(
  payin: TransferPayin,
  transfer: Transfer,
  context: PayinContext,
): PayinChange<TransferPayin> {
  if (transfer.state === 'returned') return null
  if (transfer.state === 'taken_back') return leftBeside(payin, transfer, context)
  if (transfer.state !== 'returning') return 'contradiction'
  return {
    next: withTransfer(payin, { ...transfer, state: 'returned' }),
    journals: [Payment.refundedAtSeq(paymentOf(transfer, context), context.seq, transfer.amount)],
    effect: { is: 'returned' },
  }
}

/** Our bank charged back a transfer, and also made the payment that returned it: its payer has both. */
function leftBeside(
  payin: TransferPayin,
  transfer: Transfer,
  context: PayinContext,
): PayinChange<TransferPayin> {
  const { reversal, amount } = transfer
  if (!reversal || reversal.from === 'received') return 'contradiction'
  if (reversal.from === 'returned') return null
  const book = reversal.from === 'closed' ? Payment.sentAfterSettlement : Payment.refundedAtSeq
  return {
    next: withTransfer(payin, { ...transfer, reversal: { ...reversal, from: 'returned' } }),
    journals: [book(paymentOf(transfer, context), context.seq, amount)],
    effect: { is: 'charged_back' },
  }
}

/** Owes the payer a returned refund, even where no statement had reported that it left. */
function bounced(
  payin: TransferPayin,
  transfer: Transfer,
  context: PayinContext,
): PayinChange<TransferPayin> {
  const { state, amount, reversal } = transfer
  if (state === 'owed' || state === 'closed') return null
  if (state === 'received') return 'contradiction'
  const payment = paymentOf(transfer, context)
  if (state === 'taken_back') {
    if (reversal?.from !== 'returned') return null
    return {
      next: withTransfer(payin, { ...transfer, reversal: { ...reversal, from: 'here' } }),
      journals: [Payment.receivedAgain(payment, context.seq, amount)],
      effect: { is: 'charged_back' },
    }
  }
  const again = state === 'returned' ? [Payment.receivedAgain(payment, context.seq, amount)] : []
  return {
    next: withTransfer(payin, { ...transfer, state: 'owed' }),
    journals: [...again, Payment.owed(payment, context.seq, amount)],
    effect: { is: 'owed' },
  }
}

/** Returns a transfer; where the bank named no account of the payer that SEPA reaches, it is owed instead. */
function refundStarted(transfer: Transfer, context: PayinContext): Change<Transfer> | null {
  const payment = paymentOf(transfer, context)
  if (objectionToReturn(transfer.payer) === undefined)
    return { next: { ...transfer, state: 'returning' }, journals: owedReversed(transfer, context) }
  return transfer.state === 'owed'
    ? null
    : {
        next: { ...transfer, state: 'owed' },
        journals: [Payment.owed(payment, context.seq, transfer.amount)],
      }
}

function settledByHand(transfer: Transfer, context: PayinContext): Change<Transfer> | null {
  if (transfer.state === 'taken_back') return reversalSettledByHand(transfer, context)
  return {
    next: { ...transfer, state: 'closed' },
    journals: [
      ...owedReversed(transfer, context),
      Payment.settledByHandAtSeq(paymentOf(transfer, context), context.seq, transfer.amount),
    ],
  }
}
