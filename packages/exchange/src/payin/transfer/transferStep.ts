import type { Change } from '../../books/Change.ts'
import { chart } from '../../books/chart.ts'
import type { Journal } from '../../books/Journal.ts'
import * as Payment from '../../books/Payment.ts'
import type { PayinChange, PayinContext, PayinInstruction } from '../machine/PayinChange.ts'
import { transferOf, type Transfer, type TransferFact, type TransferPayin } from './TransferPayin.ts'

/**
 * Applies a fact to a pay-in by bank transfer. A transfer that its order does not take goes back to its payer, or is
 * owed where the bank names no account of the payer.
 * @throws Error when it is about a transfer that never came
 */
export function transferStep(
  payin: TransferPayin,
  fact: TransferFact,
  context: PayinContext,
): PayinChange<TransferPayin> {
  if (fact.is === 'transfer_came') return came(payin, fact, context)
  const transfer = transferOf(payin, fact.number)
  return fact.is === 'transfer_returned'
    ? returned(payin, transfer, context)
    : bounced(payin, transfer, context)
}

/**
 * Does with parts of a pay-in what its order instructs; null where there is no such money, or no account to send it
 * back to.
 */
export function transferInstructed(
  payin: TransferPayin,
  { is, parts }: PayinInstruction,
  context: PayinContext,
): Change<TransferPayin> | null {
  const change = is === 'give_back' ? givenBack : settledByHand
  const chosen = payin.transfers.filter(
    ({ state }) => (state === 'received' || state === 'owed') && parts.includes(state),
  )
  return chosen.reduce<Change<TransferPayin> | null>((before, transfer) => {
    const changed = change(transfer, context)
    if (!changed) return before
    return {
      next: withTransfer(before?.next ?? payin, changed.next),
      journals: [...(before?.journals ?? []), ...(changed.journals ?? [])],
    }
  }, null)
}

function came(
  payin: TransferPayin,
  { entry, amount, payer }: TransferFact & { is: 'transfer_came' },
  context: PayinContext,
): PayinChange<TransferPayin> {
  if (payin.transfers.some((other) => other.entry === entry)) return null
  const isPaid = context.hasBought || payin.transfers.some(({ state }) => state === 'received')
  const isWanted = context.wantsMoney && !isPaid
  const state = isWanted ? 'received' : payer.iban === null ? 'owed' : 'returning'
  const transfer: Transfer = { number: payin.transfers.length + 1, entry, amount, payer, state }
  const payment = paymentOf(transfer, context)
  return {
    next: { ...payin, transfers: [...payin.transfers, transfer] },
    journals: [
      Payment.taken(payment, amount),
      ...(state === 'owed' ? [Payment.owed(payment, context.seq, amount)] : []),
    ],
    news: { is: state },
  }
}

function returned(
  payin: TransferPayin,
  transfer: Transfer,
  context: PayinContext,
): PayinChange<TransferPayin> {
  if (transfer.state === 'returned') return null
  if (transfer.state !== 'returning') return 'contradiction'
  return {
    next: withTransfer(payin, { ...transfer, state: 'returned' }),
    journals: [Payment.sentBack(paymentOf(transfer, context), context.seq, transfer.amount)],
    news: { is: 'returned' },
  }
}

/** Owes the payer money that came again, also where no statement had reported that it left. */
function bounced(
  payin: TransferPayin,
  transfer: Transfer,
  context: PayinContext,
): PayinChange<TransferPayin> {
  const { state, amount } = transfer
  if (state === 'owed' || state === 'closed') return null
  if (state === 'received') return 'contradiction'
  const payment = paymentOf(transfer, context)
  const again = state === 'returned' ? [Payment.cameAgain(payment, context.seq, amount)] : []
  return {
    next: withTransfer(payin, { ...transfer, state: 'owed' }),
    journals: [...again, Payment.owed(payment, context.seq, amount)],
    news: { is: 'owed' },
  }
}

/** Sends a transfer back; where the bank named no account of the payer, it is owed instead. */
function givenBack(transfer: Transfer, context: PayinContext): Change<Transfer> | null {
  const payment = paymentOf(transfer, context)
  if (transfer.payer.iban !== null)
    return { next: { ...transfer, state: 'returning' }, journals: noLongerOwed(transfer, context) }
  return transfer.state === 'owed'
    ? null
    : {
        next: { ...transfer, state: 'owed' },
        journals: [Payment.owed(payment, context.seq, transfer.amount)],
      }
}

function settledByHand(transfer: Transfer, context: PayinContext): Change<Transfer> {
  return {
    next: { ...transfer, state: 'closed' },
    journals: [
      ...noLongerOwed(transfer, context),
      Payment.settledByHand(paymentOf(transfer, context), transfer.amount),
    ],
  }
}

function noLongerOwed(transfer: Transfer, context: PayinContext): Journal[] {
  return transfer.state === 'owed'
    ? [Payment.noLongerOwed(paymentOf(transfer, context), context.seq, transfer.amount)]
    : []
}

function withTransfer(payin: TransferPayin, changed: Transfer): TransferPayin {
  const transfers = payin.transfers.map((other) => (other.number === changed.number ? changed : other))
  return { ...payin, transfers }
}

function paymentOf({ number }: Transfer, { orderId }: PayinContext): Payment.Payment {
  return { orderId, number, receivable: chart.bank }
}
