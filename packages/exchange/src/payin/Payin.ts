import type { PayinGroup } from '@cambio/wire/Group.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Change } from '../books/Change.ts'
import type { Journal } from '../books/Journal.ts'
import { balanceMachine } from './balance/machine/balanceMachine.ts'
import type { BalanceFact, BalancePayin } from './balance/machine/BalancePayin.ts'
import { cardMachine } from './card/machine/cardMachine.ts'
import type { Attempt, CardFact, CardPayin } from './card/machine/CardPayin.ts'
import { depositMachine } from './deposit/machine/depositMachine.ts'
import type { Deposit, DepositFact, DepositPayin } from './deposit/machine/DepositPayin.ts'
import type { OwedPart } from './machine/OwedPart.ts'
import type { PayinChange, PayinContext, PayinInstruction } from './machine/PayinChange.ts'
import type { PayinData } from './machine/PayinData.ts'
import type { PayinMachine } from './machine/PayinMachine.ts'
import type { PayinSummary, PayinWait } from './machine/PayinSummary.ts'
import type { PaymentSource } from './machine/PaymentSource.ts'
import type { Refund } from './machine/Refund.ts'
import { transferMachine } from './transfer/machine/transferMachine.ts'
import type { Transfer, TransferFact, TransferPayin } from './transfer/machine/TransferPayin.ts'

/** How the money for an order is paid in: one machine for each way. The order sees only the summary. */
export type Payin = CardPayin | BalancePayin | TransferPayin | DepositPayin

type Facts = { card: CardFact; balance: BalanceFact; transfer: TransferFact; deposit: DepositFact }

/** All that can change a pay-in. */
export type PayinFact = Facts[Payin['is']]

/** One entry for each way to pay in. */
const machines: {
  readonly [Kind in Payin['is']]: PayinMachine<Extract<Payin, { is: Kind }>, Facts[Kind]>
} = {
  card: cardMachine,
  balance: balanceMachine,
  transfer: transferMachine,
  deposit: depositMachine,
}

function machineOf({ is }: Payin): PayinMachine<Payin, PayinFact> {
  return machines[is]
}

const allMachines: readonly PayinMachine<Payin, PayinFact>[] = Object.values(machines)

/** Which machine drives the ways of each group. */
const kinds: { readonly [Group in PayinGroup]: Payin['is'] } = {
  card: 'card',
  balance: 'balance',
  sepa: 'transfer',
  crypto: 'deposit',
}

/** Whether a fact about an order is one about its pay-in. */
export function isPayinFact(fact: { readonly is: string }): fact is PayinFact {
  return allMachines.some((machine) => machine.isFact(fact))
}

/**
 * The pay-in of a new order.
 * @param address the address that its coins are sent to, for a pay-in by coins
 */
export function newPayin(group: PayinGroup, address: string | null): Payin {
  return machines[kinds[group]].opened(address)
}

/** The journals booked for the pay-in when an order is placed. */
export function payinPlaced(
  payin: Payin,
  context: Pick<PayinContext, 'orderId' | 'clientId' | 'expected'>,
): Journal[] {
  return machineOf(payin).placed(payin, context)
}

/** Applies a fact to a pay-in. @throws Error when it is about a payment that never began, or about another way */
export function payinStep(payin: Payin, fact: PayinFact, context: PayinContext): PayinChange<Payin> {
  const machine = machineOf(payin)
  if (!machine.isFact(fact)) throw new Error(`A pay-in by ${payin.is} cannot take ${fact.is}`)
  return machine.step(payin, fact, context)
}

/** Applies an order's instruction to parts of its pay-in; null where there is no such money. */
export function payinInstructed(
  payin: Payin,
  instruction: PayinInstruction,
  context: PayinContext,
): Change<Payin> | null {
  return machineOf(payin).instructed(payin, instruction, context)
}

/** Reopens written-off losses once the coins turn out not to be paid out; null where there are none. */
export function lossesReopened(payin: Payin, context: PayinContext): Change<Payin> | null {
  return machineOf(payin).lossesReopened(payin, context)
}

export function payinSummary(payin: Payin, expected: Money): PayinSummary {
  return machineOf(payin).summary(payin, expected)
}

/** What a pay-in waits for, most urgent first; nothing is refunded while its order is stopped. */
export function payinWaits(payin: Payin, mayReturn: boolean): PayinWait[] {
  return machineOf(payin).waits(payin, mayReturn)
}

/** The part of a pay-in that the partner and the buyer may see. */
export function payinData(payin: Payin, placedAt: Date): PayinData {
  return machineOf(payin).data(payin, placedAt)
}

/** The owed parts of an order's money, and what happens to them next; empty where nothing is owed. */
export function payinOwed(payin: Payin, isStopped: boolean): OwedPart[] {
  return machineOf(payin).owed(payin, isStopped)
}

/** What is being refunded, or was refunded, since an instruction; null where nothing is. */
export function payinRefund(before: Payin, after: Payin, expected: Money): Refund | null {
  return machineOf(after).refund(before, after, expected)
}

/** Where an order's money was sent from. */
export function payinSources(payin: Payin): PaymentSource[] {
  return machineOf(payin).sources(payin)
}

/** The attempts to charge a card; none for another way to pay. */
export function attemptsOf(payin: Payin): readonly Attempt[] {
  return payin.is === 'card' ? payin.attempts : []
}

/** The received bank transfers; none for another way to pay. */
export function transfersOf(payin: Payin): readonly Transfer[] {
  return payin.is === 'transfer' ? payin.transfers : []
}

/** The coins received or seen; none for another way to pay. */
export function depositsOf(payin: Payin): readonly Deposit[] {
  return payin.is === 'deposit' ? payin.deposits : []
}
