import { subtract, type Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../../books/Change.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinContext } from '../../machine/PayinChange.ts'
import { owedReversed, paymentOf } from './transferParts.ts'
import type { TransferReversal, Transfer, TransferFact } from './TransferPayin.ts'

type ReversalFact = TransferFact & { is: 'transfer_taken_back' | 'transfer_given_again' }

/**
 * Applies that our bank has charged back a transfer or a part of it, or has restored some of that. Facts carry totals,
 * so that a repeated one changes nothing. When all is restored, the transfer has its former state again; money that its
 * order no longer waits for is owed.
 */
export function reversalStep(
  transfer: Transfer,
  fact: ReversalFact,
  context: PayinContext,
): Change<Transfer> | null {
  const payment = paymentOf(transfer, context)
  const recorded = recordOf(transfer)
  const record = {
    ...recorded,
    chargedBack: more(recorded.chargedBack, fact.chargedBack),
    restored: more(recorded.restored, fact.restored),
  }
  const chargedBack = subtract(record.chargedBack, recorded.chargedBack)
  const restored = subtract(record.restored, recorded.restored)
  if (chargedBack.units === 0n && (restored.units === 0n || transfer.state !== 'taken_back')) return null
  const reversed: Transfer = { ...transfer, state: 'taken_back', reversal: record }
  const journals = [
    ...owedReversed(transfer, context),
    ...(chargedBack.units > 0n ? [Payment.chargedBack(payment, context.seq, chargedBack)] : []),
    ...(restored.units > 0n ? [Payment.chargebackReversed(payment, context.seq, restored)] : []),
  ]
  if (stillChargedBack(record).units > 0n) return { next: reversed, journals }
  const { from } = record
  if (from === 'returned' || from === 'closed' || (from === 'received' && context.keepsMoney))
    return { next: { ...reversed, state: from }, journals }
  return {
    next: { ...reversed, state: 'owed' },
    journals: [...journals, Payment.owed(payment, context.seq, transfer.amount)],
  }
}

/**
 * Settles a charge-back by hand: the order no longer waits for that money. Null where it was settled or refunded
 * before.
 */
export function reversalSettledByHand(transfer: Transfer, context: PayinContext): Change<Transfer> | null {
  const { state, reversal, amount } = transfer
  if (state !== 'taken_back' || !reversal) return null
  if (reversal.from !== 'received' && reversal.from !== 'here') return null
  return {
    next: { ...transfer, reversal: { ...reversal, from: 'closed' } },
    journals: [Payment.settledByHandAtSeq(paymentOf(transfer, context), context.seq, amount)],
  }
}

/** What the bank has charged back of a transfer and not restored. */
export function stillChargedBack({
  chargedBack,
  restored,
}: Pick<TransferReversal, 'chargedBack' | 'restored'>): Money {
  return subtract(chargedBack, restored)
}

/** The record so far, with where the money was when the bank charged it back. */
function recordOf({ state, reversal, amount: { currency } }: Transfer): TransferReversal {
  const nothing = { units: 0n, currency }
  const before = reversal ?? { chargedBack: nothing, restored: nothing, from: 'here' }
  switch (state) {
    case 'taken_back':
      return before
    case 'received':
    case 'returned':
    case 'closed':
      return { ...before, from: state }
    case 'returning':
    case 'owed':
      return { ...before, from: 'here' }
  }
}

function more(recorded: Money, reported: Money): Money {
  return reported.units > recorded.units ? reported : recorded
}
