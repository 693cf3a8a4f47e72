import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../../books/Change.ts'
import { chart } from '../../../books/chart.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinContext } from '../../machine/PayinChange.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/** A deposit, as the books identify it. */
export function paymentOf({ number }: Deposit, { orderId }: PayinContext): Payment.Payment {
  return { orderId, number, receivable: chart.deposits }
}

/** The pay-in with one deposit replaced by its new state. */
export function withDeposit(payin: DepositPayin, changed: Deposit): DepositPayin {
  const others = payin.deposits.filter(({ number }) => number !== changed.number)
  return { ...payin, deposits: [...others, changed].toSorted((one, other) => one.number - other.number) }
}

/** Several changes of single deposits as one change of the pay-in; null where there are none. */
export function all(payin: DepositPayin, changes: readonly Change<Deposit>[]): Change<DepositPayin> | null {
  if (changes.length === 0) return null
  return {
    next: changes.reduce((before, { next }) => withDeposit(before, next), payin),
    journals: changes.flatMap(({ journals }) => journals ?? []),
  }
}

/** Makes a deposit owed. */
export function owed(deposit: Deposit, context: PayinContext): Change<Deposit> {
  return {
    next: { ...deposit, state: 'owed' },
    journals: [Payment.owed(paymentOf(deposit, context), context.seq, deposit.amount)],
  }
}

/** The journals for a deposit that is no longer owed; none where it was not. */
export function owedReversed(deposit: Deposit, context: PayinContext): Journal[] {
  return deposit.state === 'owed'
    ? [Payment.owedReversed(paymentOf(deposit, context), context.seq, deposit.amount)]
    : []
}

/**
 * The network fee of a deposit's next refund. After a failure it stays the same, so that any try that ends up in the
 * chain has sent the same amount.
 */
export function feeOfNextTry({ refundFee, refundFailures }: Deposit): Money | null {
  return refundFailures === 0 ? null : refundFee
}

/** Whether a deposit was returned to its buyer, whether or not it is still in the chain. */
export function hasReturned({ state, lostFrom }: Deposit): boolean {
  return state === 'returned' || lostFrom === 'returned'
}

/** Whether an order accepts no more coins of a currency, since it did not keep some that it had received. */
export function hasRefusedCoins(deposits: readonly Deposit[], currency: string): boolean {
  return deposits.some(({ state, amount }) => amount.currency === currency && !mayBeKept.has(state))
}

const mayBeKept: ReadonlySet<Deposit['state']> = new Set(['seen', 'gone', 'received'])
