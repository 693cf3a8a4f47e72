import type { Change } from '../../books/Change.ts'
import * as Payment from '../../books/Payment.ts'
import type { PayinChange, PayinContext, PayinInstruction, PayinNews } from '../machine/PayinChange.ts'
import { all, noLongerOwed, owed, paymentOf, withDeposit } from './depositParts.ts'
import { depositOf, type Deposit, type DepositFact, type DepositPayin } from './DepositPayin.ts'
import { foundStep, goneStep } from './lostStep.ts'
import { refundStep } from './refundStep.ts'

type Told = DepositFact & { is: 'deposit_seen' | 'deposit_came' }

/**
 * What a fact makes of a pay-in by coins. Every deposit that its order does not want, or that is of another coin, is
 * owed until the buyer says where it goes back to.
 * @throws Error when it is about a deposit that never came
 */
export function depositStep(
  payin: DepositPayin,
  fact: DepositFact,
  context: PayinContext,
): PayinChange<DepositPayin> {
  switch (fact.is) {
    case 'deposit_seen':
      return seen(payin, fact, context)
    case 'deposit_came':
      return came(payin, fact, context)
    case 'deposit_gone':
      return goneStep(payin, fact.entry, context)
    case 'refund_address_given':
      return addressGiven(payin, fact.address, context)
    case 'refund_priced':
    case 'refund_done':
    case 'refund_failed':
      return refundStep(payin, depositOf(payin, fact.number), fact, context)
  }
}

/** What the order's word makes of a pay-in; null where there is no such money, or nowhere to give it back to. */
export function depositInstructed(
  payin: DepositPayin,
  { is, parts }: PayinInstruction,
  context: PayinContext,
): Change<DepositPayin> | null {
  const wanted = payin.deposits.filter(
    ({ state }) => (state === 'received' || state === 'owed') && parts.includes(state),
  )
  const change = (deposit: Deposit) =>
    is === 'give_back' ? givenBack(payin, deposit, context) : settledByHand(deposit, context)
  return all(
    payin,
    wanted.flatMap((deposit) => change(deposit) ?? []),
  )
}

function seen(payin: DepositPayin, fact: Told, context: PayinContext): PayinChange<DepositPayin> {
  const known = payin.deposits.find(({ entry }) => entry === fact.entry)
  if (known && known.state !== 'gone') return null
  return { next: withDeposit(payin, deposited(payin, known, fact, 'seen')), news: begun(fact, context) }
}

function came(
  payin: DepositPayin,
  fact: Told & { is: 'deposit_came' },
  context: PayinContext,
): PayinChange<DepositPayin> {
  const known = payin.deposits.find(({ entry }) => entry === fact.entry)
  if (known?.state === 'lost') return foundStep(payin, known, fact.minedAt, context)
  if (known && known.state !== 'seen' && known.state !== 'gone') return null
  const state = isWanted(payin, fact, context)
    ? 'received'
    : payin.refundAddress === null
      ? 'owed'
      : 'returning'
  const deposit = { ...deposited(payin, known, fact, state), minedAt: fact.minedAt }
  const payment = paymentOf(deposit, context)
  const taken = Payment.taken(payment, fact.amount)
  return {
    next: withDeposit(payin, deposit),
    journals: [taken, ...(state === 'owed' ? [Payment.owed(payment, context.seq, fact.amount)] : [])],
    news: state === 'received' ? begun(fact, context) : { is: state },
  }
}

/** An order wants more of its own coin until it has bought with it, or had to give of it back. */
function isWanted({ deposits }: DepositPayin, { amount }: Told, context: PayinContext): boolean {
  const { currency } = context.expected
  const isDone = deposits.some((other) => other.amount.currency === currency && isElsewhere(other))
  return context.wantsMoney && !context.hasBought && amount.currency === currency && !isDone
}

function isElsewhere({ state }: Deposit): boolean {
  return state !== 'seen' && state !== 'gone' && state !== 'received'
}

/** The first sight of a payment begins it, where the order still takes one. */
function begun({ amount }: Told, { takesPayment, expected }: PayinContext): PayinNews {
  return { is: takesPayment && amount.currency === expected.currency ? 'begun' : 'noted' }
}

function deposited(
  payin: DepositPayin,
  known: Deposit | undefined,
  { entry, amount, sender, isReplacement }: Told,
  state: Deposit['state'],
): Deposit {
  const number = known?.number ?? payin.deposits.length + 1
  return {
    number,
    entry,
    amount,
    sender,
    isReplacement,
    state,
    minedAt: null,
    lostFrom: null,
    refundFee: null,
    refundFailures: 0,
  }
}

/** The buyer said where money goes back to, which is said once. */
function addressGiven(
  payin: DepositPayin,
  address: string,
  context: PayinContext,
): PayinChange<DepositPayin> {
  if (payin.refundAddress !== null) return null
  const known = { ...payin, refundAddress: address }
  const changes = payin.deposits
    .filter(({ state }) => state === 'owed')
    .flatMap((deposit) => givenBack(known, deposit, context) ?? [])
  const change = all(known, changes)
  return change ? { ...change, news: { is: 'returning' } } : { next: known, news: { is: 'noted' } }
}

/** Money goes back where the buyer said. Until they have it is owed. */
function givenBack(
  { refundAddress }: DepositPayin,
  deposit: Deposit,
  context: PayinContext,
): Change<Deposit> | null {
  if (refundAddress === null) return deposit.state === 'owed' ? null : owed(deposit, context)
  return {
    next: { ...deposit, state: 'returning', refundFee: null },
    journals: noLongerOwed(deposit, context),
  }
}

function settledByHand(deposit: Deposit, context: PayinContext): Change<Deposit> {
  return {
    next: { ...deposit, state: 'closed' },
    journals: [
      ...noLongerOwed(deposit, context),
      Payment.settledByHand(paymentOf(deposit, context), deposit.amount),
    ],
  }
}
