import type { Money } from '@cambio/wire/Money.ts'
import type { PayinGroup } from '@cambio/wire/Payment.ts'
import type { Change } from '../books/Change.ts'
import type { Journal } from '../books/Journal.ts'
import { isBalanceFact, type BalanceFact, type BalancePayin } from './balance/machine/BalancePayin.ts'
import { balanceInstructed, balanceReserved, balanceStep } from './balance/machine/balanceStep.ts'
import { balanceSummary } from './balance/machine/balanceSummary.ts'
import { isCardFact, type Attempt, type CardFact, type CardPayin } from './card/machine/CardPayin.ts'
import { cardInstructed, cardStep } from './card/machine/cardStep.ts'
import { cardSummary } from './card/machine/cardSummary.ts'
import { cardWaits } from './card/machine/cardWaits.ts'
import {
  isDepositFact,
  type Deposit,
  type DepositFact,
  type DepositPayin,
} from './deposit/machine/DepositPayin.ts'
import { depositInstructed, depositStep } from './deposit/machine/depositStep.ts'
import { depositSummary } from './deposit/machine/depositSummary.ts'
import { depositWaits } from './deposit/machine/depositWaits.ts'
import { lossesReopened as depositLossesReopened } from './deposit/machine/lostStep.ts'
import type { PayinChange, PayinContext, PayinInstruction } from './machine/PayinChange.ts'
import type { PayinSummary, PayinWait } from './machine/PayinSummary.ts'
import {
  isTransferFact,
  type Transfer,
  type TransferFact,
  type TransferPayin,
} from './transfer/machine/TransferPayin.ts'
import { transferInstructed, transferStep } from './transfer/machine/transferStep.ts'
import { transferSummary } from './transfer/machine/transferSummary.ts'
import { transferWaits } from './transfer/machine/transferWaits.ts'

/** How the money for an order comes: one machine for each way, which its order sees by its summary alone. */
export type Payin = CardPayin | BalancePayin | TransferPayin | DepositPayin

/** All that can change a pay-in. */
export type PayinFact = CardFact | BalanceFact | TransferFact | DepositFact

/** Whether a fact about an order is one about its pay-in. */
export function isPayinFact(fact: { readonly is: string }): fact is PayinFact {
  return isCardFact(fact) || isBalanceFact(fact) || isTransferFact(fact) || isDepositFact(fact)
}

/**
 * The pay-in of a new order.
 * @param address where its coins are sent to, for a pay-in by coins
 */
export function newPayin(group: PayinGroup, address: string | null): Payin {
  switch (group) {
    case 'card':
      return { is: 'card', attempts: [] }
    case 'balance':
      return { is: 'balance', state: 'reserved', wrongCodes: 0 }
    case 'sepa':
      return { is: 'transfer', transfers: [] }
    case 'crypto':
      if (address === null) throw new Error('A pay-in by coins has an address')
      return { is: 'deposit', address, refundAddress: null, deposits: [] }
  }
}

/** The journals that the placing of an order books for its pay-in. */
export function payinPlaced(
  payin: Payin,
  context: Pick<PayinContext, 'orderId' | 'clientId' | 'expected'>,
): Journal[] {
  return payin.is === 'balance' ? [balanceReserved(context)] : []
}

/** Whether money comes by a way that takes days, so that its order is priced when it is in. */
export function isPricedOnReceipt(group: PayinGroup): boolean {
  return group === 'sepa'
}

/** Applies a fact to a pay-in. @throws Error when it is about a payment that was never begun, or of another way */
export function payinStep(payin: Payin, fact: PayinFact, context: PayinContext): PayinChange<Payin> {
  switch (payin.is) {
    case 'card':
      if (isCardFact(fact)) return cardStep(payin, fact, context)
      break
    case 'balance':
      if (isBalanceFact(fact)) return balanceStep(payin, fact, context)
      break
    case 'transfer':
      if (isTransferFact(fact)) return transferStep(payin, fact, context)
      break
    case 'deposit':
      if (isDepositFact(fact)) return depositStep(payin, fact, context)
  }
  throw new Error(`A pay-in by ${payin.is} cannot take ${fact.is}`)
}

/** Does with parts of a pay-in what its order instructs; null where there is no such money. */
export function payinInstructed(
  payin: Payin,
  instruction: PayinInstruction,
  context: PayinContext,
): Change<Payin> | null {
  switch (payin.is) {
    case 'card':
      return cardInstructed(payin, instruction, context)
    case 'balance':
      return balanceInstructed(payin, instruction, context)
    case 'transfer':
      return transferInstructed(payin, instruction, context)
    case 'deposit':
      return depositInstructed(payin, instruction, context)
  }
}

/** What becomes of losses that were written off once it turns out that the coins were not paid out; null where there are none. */
export function lossesReopened(payin: Payin, context: PayinContext): Change<Payin> | null {
  return payin.is === 'deposit' ? depositLossesReopened(payin, context) : null
}

export function payinSummary(payin: Payin, expected: Money): PayinSummary {
  switch (payin.is) {
    case 'card':
      return cardSummary(payin, expected)
    case 'balance':
      return balanceSummary(payin, expected)
    case 'transfer':
      return transferSummary(payin, expected)
    case 'deposit':
      return depositSummary(payin, expected)
  }
}

/** What a pay-in waits for, most urgent first; nothing goes back while its order is stopped. */
export function payinWaits(payin: Payin, mayReturn: boolean): PayinWait[] {
  switch (payin.is) {
    case 'card':
      return cardWaits(payin, mayReturn)
    case 'balance':
      return []
    case 'transfer':
      return transferWaits(payin, mayReturn)
    case 'deposit':
      return depositWaits(payin, mayReturn)
  }
}

/** The attempts to charge a card; none where the money comes another way. */
export function attemptsOf(payin: Payin): readonly Attempt[] {
  return payin.is === 'card' ? payin.attempts : []
}

/** The bank transfers that came; none where the money comes another way. */
export function transfersOf(payin: Payin): readonly Transfer[] {
  return payin.is === 'transfer' ? payin.transfers : []
}

/** The coins that came or were seen coming; none where the money comes another way. */
export function depositsOf(payin: Payin): readonly Deposit[] {
  return payin.is === 'deposit' ? payin.deposits : []
}
