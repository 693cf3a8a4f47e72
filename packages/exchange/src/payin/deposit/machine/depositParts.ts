import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../../../books/Change.ts'
import { chart } from '../../../books/chart.ts'
import type { Journal } from '../../../books/Journal.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinContext } from '../../machine/PayinChange.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/** A deposit, as the books tell it from the order's others. */
export function paymentOf({ number }: Deposit, { orderId }: PayinContext): Payment.Payment {
  return { orderId, number, receivable: chart.deposits }
}

/** The pay-in with one deposit as it is now. */
export function withDeposit(payin: DepositPayin, changed: Deposit): DepositPayin {
  const others = payin.deposits.filter(({ number }) => number !== changed.number)
  return { ...payin, deposits: [...others, changed].toSorted((one, other) => one.number - other.number) }
}

/** Several changes of single deposits as one of the pay-in; null where there is none. */
export function all(payin: DepositPayin, changes: readonly Change<Deposit>[]): Change<DepositPayin> | null {
  if (changes.length === 0) return null
  return {
    next: changes.reduce((before, { next }) => withDeposit(before, next), payin),
    journals: changes.flatMap(({ journals }) => journals ?? []),
  }
}

/** A deposit that is owed from now on. */
export function owed(deposit: Deposit, context: PayinContext): Change<Deposit> {
  return {
    next: { ...deposit, state: 'owed' },
    journals: [Payment.owed(paymentOf(deposit, context), context.seq, deposit.amount)],
  }
}

/** What is booked when a deposit is owed no more; nothing where it was not. */
export function owedCleared(deposit: Deposit, context: PayinContext): Journal[] {
  return deposit.state === 'owed'
    ? [Payment.owedCleared(paymentOf(deposit, context), context.seq, deposit.amount)]
    : []
}

/**
 * What a deposit is sent back at the price of. What failed once keeps its price, so that whichever try is in the chain in
 * the end has sent the same.
 */
export function feeOfNextTry({ refundFee, refundFailures }: Deposit): Money | null {
  return refundFailures === 0 ? null : refundFee
}

/** Whether a deposit went back to its buyer, be it still on the chain or not. */
export function hasReturned({ state, lostFrom }: Deposit): boolean {
  return state === 'returned' || lostFrom === 'returned'
}

/** Whether an order takes no coin of a currency any more, since some that had come of it was not kept. */
export function hasUnkeptCoins(deposits: readonly Deposit[], currency: string): boolean {
  return deposits.some(({ state, amount }) => amount.currency === currency && !mayBeKept.has(state))
}

const mayBeKept: ReadonlySet<Deposit['state']> = new Set(['seen', 'gone', 'received'])
