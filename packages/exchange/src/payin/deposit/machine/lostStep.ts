import type { Change } from '../../../books/Change.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinChange, PayinContext } from '../../machine/PayinChange.ts'
import { all, feeOfNextTry, owedReversed, owed, paymentOf, withDeposit } from './depositParts.ts'
import type { Deposit, DepositPayin } from './DepositPayin.ts'

/**
 * Applies that coins are gone. Coins that had counted are booked back. While nothing bought with them can have left,
 * the other deposits for the same purchase become owed; after that, they stay received.
 * @throws Error when there is no such deposit
 */
export function removedStep(
  payin: DepositPayin,
  entry: string,
  context: PayinContext,
): PayinChange<DepositPayin> {
  const deposit = payin.deposits.find((other) => other.entry === entry)
  if (!deposit) throw new Error(`There is no deposit ${entry}`)
  const { state, amount } = deposit
  if (state === 'gone' || state === 'lost') return null
  if (state === 'seen')
    return { next: withDeposit(payin, { ...deposit, state: 'gone' }), effect: { is: 'noted' } }
  const payment = paymentOf(deposit, context)
  const isWithBuyer = state === 'returned' || state === 'closed'
  const isBoughtOff = state === 'received' && !context.mayHaveLeft
  const others = isBoughtOff ? payin.deposits.filter((other) => isReceived(other, deposit)) : []
  const change = all(payin, [
    {
      next: { ...deposit, state: 'lost', lostFrom: state },
      journals: isWithBuyer
        ? [Payment.chargedBack(payment, context.seq, amount)]
        : [...owedReversed(deposit, context), Payment.removed(payment, context.seq, amount)],
    },
    ...others.map((other) => owed(other, context)),
  ])
  return change && { ...change, effect: { is: 'removed' } }
}

function isReceived({ state, number }: Deposit, other: Deposit): boolean {
  return state === 'received' && number !== other.number
}

/**
 * Applies that coins which a reorganisation had removed are there again. They are the order's own if it was paid with
 * them, or still can be because nothing was refunded meanwhile. They are with their buyer if they had been returned.
 * Otherwise they are owed.
 */
export function restoredStep(
  payin: DepositPayin,
  deposit: Deposit,
  minedAt: Date,
  context: PayinContext,
): PayinChange<DepositPayin> {
  const { amount, lostFrom } = deposit
  const payment = paymentOf(deposit, context)
  const there = { ...deposit, minedAt, lostFrom: null }
  if (lostFrom === 'returned' || lostFrom === 'closed' || lostFrom === 'written_off')
    return {
      next: withDeposit(payin, { ...there, state: lostFrom === 'written_off' ? 'received' : lostFrom }),
      journals: [Payment.chargebackReversed(payment, context.seq, amount)],
      effect: { is: 'noted' },
    }
  const again = Payment.receivedAgain(payment, context.seq, amount)
  if (lostFrom === 'received' && isOwn(payin, context))
    return {
      next: withDeposit(payin, { ...there, state: 'received' }),
      journals: [again],
      effect: { is: 'noted' },
    }
  if (payin.refundAddress !== null) {
    const returning: Deposit = { ...there, state: 'returning', refundFee: feeOfNextTry(there) }
    return { next: withDeposit(payin, returning), journals: [again], effect: { is: 'returning' } }
  }
  const { next, journals = [] } = owed(there, context)
  return { next: withDeposit(payin, next), journals: [again, ...journals], effect: { is: 'owed' } }
}

function isOwn({ deposits }: DepositPayin, context: PayinContext): boolean {
  const { mayHaveLeft, hasBought, wantsMoney, expected } = context
  const isRefunded = deposits.some(
    ({ state, amount }) => amount.currency === expected.currency && refundStates.has(state),
  )
  return mayHaveLeft || (wantsMoney && !hasBought && !isRefunded)
}

/**
 * The states of a refunded deposit. `owed` is not one of them: the loss of other deposits is enough to make a deposit
 * owed.
 */
const refundStates: ReadonlySet<Deposit['state']> = new Set(['returning', 'returned', 'closed'])

/** Writes off lost coins: the operator bears the loss, and the buyer, who has what they bought, owes nothing. */
export function lossesWrittenOff({ deposits }: DepositPayin, context: PayinContext): Change<Deposit>[] {
  return deposits
    .filter(({ lostFrom }) => lostFrom === 'received')
    .map((deposit) => ({
      next: { ...deposit, lostFrom: 'written_off' },
      journals: [Payment.writtenOff(paymentOf(deposit, context), context.seq, deposit.amount)],
    }))
}

/** Reverses write-offs, since the coins bought have not left after all. Null where nothing was written off. */
export function lossesReopened(payin: DepositPayin, context: PayinContext): Change<DepositPayin> | null {
  const writtenOff = payin.deposits.filter(({ lostFrom }) => lostFrom === 'written_off')
  return all(
    payin,
    writtenOff.map((deposit) => ({
      next: { ...deposit, lostFrom: 'received' },
      journals: [Payment.writeOffReversed(paymentOf(deposit, context), context.seq, deposit.amount)],
    })),
  )
}
