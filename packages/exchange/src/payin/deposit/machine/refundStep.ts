import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinChange, PayinContext } from '../../machine/PayinChange.ts'
import { hasReturned, owedReversed, owed, paymentOf, withDeposit } from './depositParts.ts'
import type { Deposit, DepositFact, DepositPayin } from './DepositPayin.ts'

type RefundFact = Extract<DepositFact, { is: 'refund_priced' | 'refund_done' | 'refund_failed' }>

/** Applies a fact about a deposit's refund. The buyer bears the network fee; a deposit below the fee stays owed. */
export function refundStep(
  payin: DepositPayin,
  deposit: Deposit,
  fact: RefundFact,
  context: PayinContext,
): PayinChange<DepositPayin> {
  switch (fact.is) {
    case 'refund_priced':
      return priced(payin, deposit, fact, context)
    case 'refund_failed':
      return failed(payin, deposit, fact, context)
    case 'refund_done':
      return done(payin, deposit, fact, context)
  }
}

function priced(
  payin: DepositPayin,
  deposit: Deposit,
  { fee }: RefundFact & { is: 'refund_priced' },
  context: PayinContext,
): PayinChange<DepositPayin> {
  if (deposit.state === 'owed') return null
  if (deposit.state !== 'returning') return 'contradiction'
  if (deposit.refundFee !== null) return null
  const atFee = { ...deposit, refundFee: fee }
  if (fee.units < deposit.amount.units) return { next: withDeposit(payin, atFee), effect: { is: 'noted' } }
  return owedAgain(payin, atFee, context)
}

/**
 * A refund moved nothing, or a reorganisation undid it: the deposit is owed, and may be refunded by another payment.
 */
function failed(
  payin: DepositPayin,
  deposit: Deposit,
  { failures }: RefundFact & { is: 'refund_failed' },
  context: PayinContext,
): PayinChange<DepositPayin> {
  if (failures < deposit.refundFailures || deposit.state === 'owed') return null
  const again = { ...deposit, refundFailures: deposit.refundFailures + 1 }
  if (deposit.state === 'returning') return owedAgain(payin, again, context)
  if (!hasReturned(deposit)) return 'contradiction'
  const journals = [Payment.walletRefundReversed(paymentOf(deposit, context), context.seq, sentOf(deposit))]
  return deposit.state === 'lost'
    ? neitherWay(payin, again, journals, context)
    : owedAgain(payin, again, context, journals)
}

/** A refund is final: the one that is under way, or one that had moved nothing before a reorganisation. */
function done(
  payin: DepositPayin,
  deposit: Deposit,
  { failures }: RefundFact & { is: 'refund_done' },
  context: PayinContext,
): PayinChange<DepositPayin> {
  const { state, lostFrom, refundFailures, refundFee, amount } = deposit
  if (hasReturned(deposit)) return failures === refundFailures ? null : 'contradiction'
  const isAwaited = state === 'returning' && failures === refundFailures
  const isOwed = (lostFrom ?? state) === 'owed' || (lostFrom ?? state) === 'returning'
  if (refundFee === null || !(isAwaited || (isOwed && failures < refundFailures))) return 'contradiction'
  const payment = paymentOf(deposit, context)
  const sent = Payment.refundedFromWallet(payment, context.seq, sentOf(deposit))
  if (state === 'lost')
    return {
      next: withDeposit(payin, { ...deposit, lostFrom: 'returned', refundFailures: failures }),
      journals: [
        Payment.receivedAgain(payment, context.seq, amount),
        sent,
        Payment.chargedBack(payment, context.seq, amount),
      ],
      effect: { is: 'noted' },
    }
  return {
    next: withDeposit(payin, { ...deposit, state: 'returned', refundFailures: failures }),
    journals: [...owedReversed(deposit, context), sent],
    effect: { is: 'returned' },
  }
}

/** Coins that are gone and were not refunded either: there is no loss. If they arrive again, they are owed. */
function neitherWay(
  payin: DepositPayin,
  deposit: Deposit,
  journals: readonly Journal[],
  context: PayinContext,
): PayinChange<DepositPayin> {
  const payment = paymentOf(deposit, context)
  return {
    next: withDeposit(payin, { ...deposit, lostFrom: 'owed' }),
    journals: [
      ...journals,
      Payment.chargebackReversed(payment, context.seq, deposit.amount),
      Payment.removed(payment, context.seq, deposit.amount),
    ],
    effect: { is: 'noted' },
  }
}

function owedAgain(
  payin: DepositPayin,
  deposit: Deposit,
  context: PayinContext,
  before: readonly Journal[] = [],
): PayinChange<DepositPayin> {
  const { next, journals = [] } = owed(deposit, context)
  return { next: withDeposit(payin, next), journals: [...before, ...journals], effect: { is: 'owed' } }
}

function sentOf({ number, amount, refundFee }: Deposit) {
  if (refundFee === null) throw new Error(`Deposit ${number} went back without a price`)
  return { amount, fee: refundFee }
}
