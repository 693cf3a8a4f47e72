import type { Change } from '../../../books/Change.ts'
import * as Payment from '../../../books/Payment.ts'
import type { PayinChange, PayinContext, PayinInstruction, PayinEffect } from '../../machine/PayinChange.ts'
import {
  all,
  feeOfNextTry,
  hasRefusedCoins,
  owedReversed,
  owed,
  paymentOf,
  withDeposit,
} from './depositParts.ts'
import { depositOf, type Deposit, type DepositFact, type DepositPayin } from './DepositPayin.ts'
import { restoredStep, removedStep, lossesWrittenOff } from './lostStep.ts'
import { refundStep } from './refundStep.ts'

type SightingFact = DepositFact & { is: 'deposit_seen' | 'deposit_came' }

/**
 * Applies a fact to a pay-in by coins. A deposit that its order does not accept, or that is of another coin, is owed
 * until the buyer names a wallet for it.
 * @throws Error when the fact is about an unknown deposit
 */
export function depositStep(
  payin: DepositPayin,
  fact: DepositFact,
  context: PayinContext,
): PayinChange<DepositPayin> {
  switch (fact.is) {
    case 'deposit_seen':
      return seenStep(payin, fact, context)
    case 'deposit_came':
      return receivedStep(payin, fact, context)
    case 'deposit_gone':
      return removedStep(payin, fact.entry, context)
    case 'refund_address_given':
      return addressStep(payin, fact.address, context)
    case 'refund_priced':
    case 'refund_done':
    case 'refund_failed':
      return refundStep(payin, depositOf(payin, fact.number), fact, context)
  }
}

/**
 * Applies an order's instruction to parts of its pay-in; null where there is no such money, or no address to return it
 * to. Lost coins can only be settled by hand.
 */
export function depositInstructed(
  payin: DepositPayin,
  { is, parts }: PayinInstruction,
  context: PayinContext,
): Change<DepositPayin> | null {
  const instructed = payin.deposits.filter(
    ({ state }) => (state === 'received' || state === 'owed') && parts.includes(state),
  )
  const change = (deposit: Deposit) =>
    is === 'refund' ? refundStarted(payin, deposit, context) : settledByHand(deposit, context)
  return all(payin, [
    ...instructed.flatMap((deposit) => change(deposit) ?? []),
    ...(is === 'settle_by_hand' && parts.includes('lost') ? lossesWrittenOff(payin, context) : []),
  ])
}

function seenStep(payin: DepositPayin, fact: SightingFact, context: PayinContext): PayinChange<DepositPayin> {
  const recorded = payin.deposits.find(({ entry }) => entry === fact.entry)
  if (recorded && recorded.state !== 'gone') return null
  return {
    next: withDeposit(payin, deposited(payin, recorded, fact, 'seen', context.at)),
    effect: begun(fact, context),
  }
}

function receivedStep(
  payin: DepositPayin,
  fact: SightingFact & { is: 'deposit_came' },
  context: PayinContext,
): PayinChange<DepositPayin> {
  const recorded = payin.deposits.find(({ entry }) => entry === fact.entry)
  if (recorded?.state === 'lost') return restoredStep(payin, recorded, fact.minedAt, context)
  if (recorded && recorded.state !== 'seen' && recorded.state !== 'gone') return null
  const state = isWanted(payin, fact, context)
    ? 'received'
    : payin.refundAddress === null
      ? 'owed'
      : 'returning'
  const deposit = { ...deposited(payin, recorded, fact, state, context.at), minedAt: fact.minedAt }
  const payment = paymentOf(deposit, context)
  const taken = Payment.received(payment, fact.amount)
  return {
    next: withDeposit(payin, deposit),
    journals: [taken, ...(state === 'owed' ? [Payment.owed(payment, context.seq, fact.amount)] : [])],
    effect: state === 'received' ? begun(fact, context) : { is: state },
  }
}

/**
 * Whether an order accepts a deposit: it accepts its own coin until it has bought with it, or had to return some of it.
 */
function isWanted({ deposits }: DepositPayin, { amount }: SightingFact, context: PayinContext): boolean {
  const { currency } = context.expected
  const mayTake = context.wantsMoney && !context.hasBought && !hasRefusedCoins(deposits, currency)
  return mayTake && amount.currency === currency
}

/** The first sighting begins a payment, where the order still accepts one. */
function begun({ amount }: SightingFact, { acceptsPayment, expected }: PayinContext): PayinEffect {
  return { is: acceptsPayment && amount.currency === expected.currency ? 'begun' : 'noted' }
}

function deposited(
  payin: DepositPayin,
  recorded: Deposit | undefined,
  { entry, amount, sender, isReplacement }: SightingFact,
  state: Deposit['state'],
  at: Date,
): Deposit {
  const number = recorded?.number ?? payin.deposits.length + 1
  return {
    number,
    entry,
    amount,
    sender,
    isReplacement,
    state,
    seenAt: recorded ? recorded.seenAt : at,
    minedAt: null,
    lostFrom: null,
    refundFee: null,
    refundFailures: 0,
  }
}

/** Records the refund address, which a buyer can set once, and returns what is owed. */
function addressStep(payin: DepositPayin, address: string, context: PayinContext): PayinChange<DepositPayin> {
  if (payin.refundAddress !== null) return null
  const withAddress = { ...payin, refundAddress: address }
  const changes = payin.deposits
    .filter(({ state }) => state === 'owed')
    .flatMap((deposit) => refundStarted(withAddress, deposit, context) ?? [])
  const change = all(withAddress, changes)
  return change ? { ...change, effect: { is: 'returning' } } : { next: withAddress, effect: { is: 'noted' } }
}

/** Returns a deposit to the buyer's refund address; until there is one, the deposit is owed. */
function refundStarted(
  { refundAddress }: DepositPayin,
  deposit: Deposit,
  context: PayinContext,
): Change<Deposit> | null {
  if (refundAddress === null) return deposit.state === 'owed' ? null : owed(deposit, context)
  return {
    next: { ...deposit, state: 'returning', refundFee: feeOfNextTry(deposit) },
    journals: owedReversed(deposit, context),
  }
}

function settledByHand(deposit: Deposit, context: PayinContext): Change<Deposit> {
  return {
    next: { ...deposit, state: 'closed' },
    journals: [
      ...owedReversed(deposit, context),
      Payment.settledByHand(paymentOf(deposit, context), deposit.amount),
    ],
  }
}
