import { applyFact } from '../../order/life/applyFact.ts'
import type { Fact, Order } from '../../order/Order.ts'
import type { OrderStore } from '../../order/OrderStore.ts'
import { failedRefunds } from '../../payin/deposit/refundDeposit.ts'
import type { PayoutRecall } from '../../payout/PayoutRecall.ts'
import type { Random } from '../../Random.ts'
import type { Screening } from '../../screening/Screening.ts'
import { act, type By, type DoneAct, type OperatorDeps, type Outcome } from '../act.ts'
import type { PartnerMoves } from '../partner/PartnerMoves.ts'
import { listedWalletToPay } from './listedWallet.ts'
import type { Objection, OrderRefusal } from './OrderRefusal.ts'
import { withPayoutCalledOff } from './withPayoutCalledOff.ts'

/** What a verb about an order reads and writes, in one transaction. */
export type OrderParts = {
  readonly orders: Pick<OrderStore, 'find' | 'save'>
  /** The list of sanctions that the operator has imported. */
  readonly sanctionsList: Screening
  readonly recalls: readonly PayoutRecall[]
  readonly moves: Pick<PartnerMoves, 'hasMovedHere'>
  readonly random: Random
  readonly now: () => Date
}

/** The operator's input about an order. */
export type AboutOrder = By & { readonly orderId: string }

/** An order before and after the instruction. */
export type Instructed = { readonly before: Order; readonly after: Order }

/** An instruction as a fact, with the objection to report if the fact changes nothing; or an objection at once. */
export type Instruction =
  | { readonly fact: Fact; readonly otherwise: Objection }
  | { readonly objection: Objection }

/**
 * Applies the operator's instruction to an order and records the act.
 * @param instructionFor makes the instruction from the order as it is now
 */
export function instruct(
  deps: OperatorDeps<OrderParts>,
  { orderId, act: name, ...by }: AboutOrder & { readonly act: string },
  instructionFor: (order: Order, parts: OrderParts) => Instruction | Promise<Instruction>,
): Promise<Outcome<Instructed, OrderRefusal>> {
  return act(deps, by, async (parts): Promise<DoneAct<Instructed> | OrderRefusal> => {
    const order = await parts.orders.find(orderId)
    if (!order) return { is: 'refused', code: 'no_such_order' }
    return instructWithin(parts, { order, act: name }, await instructionFor(order, parts))
  })
}

/** Instructs an order within an act that is already under way. @param about.order the order as that act read it */
export async function instructWithin(
  parts: OrderParts,
  { order: before, act: name }: { readonly order: Order; readonly act: string },
  instruction: Instruction,
): Promise<DoneAct<Instructed> | OrderRefusal> {
  if ('objection' in instruction) return { is: 'refused', ...instruction.objection }
  const objection = await objectionTo(parts, before, instruction.fact)
  if (objection) return { is: 'refused', ...objection }
  const orderId = before.id
  const fact = await withPayoutCalledOff(parts, before, instruction.fact)
  const after = await applyFact(parts, { orderId, fact })
  if (after.seq === before.seq || after.events.at(-1)?.fact !== fact.is)
    return { is: 'refused', ...instruction.otherwise }
  return { is: 'done', done: { before, after }, act: name, about: { is: 'order', orderId } }
}

/** The objection to an instruction that applies to every verb. */
async function objectionTo(
  { sanctionsList, recalls, moves }: OrderParts,
  order: Order,
  fact: Fact,
): Promise<Objection | undefined> {
  if (await moves.hasMovedHere(order)) return { code: 'of_other_cell' }
  const wallet = fact.is === 'continued' ? await listedWalletToPay(sanctionsList, order) : null
  if (wallet !== null) return { code: 'wallet_listed', wallet }
  const isOpen = endsItsDebt(fact) && (await hasPaymentOpenAgain(recalls, order))
  return isOpen ? { code: 'payment_open_again' } : undefined
}

/** Whether the fact means that the buyer has the money, from us or from the operator. */
function endsItsDebt({ is }: Fact): boolean {
  return is === 'refund_ordered' || is === 'settled_by_hand'
}

/**
 * Whether a failed payment of an order may still leave, since a reorganisation removed the transaction by which it had
 * failed.
 */
async function hasPaymentOpenAgain(recalls: readonly PayoutRecall[], order: Order): Promise<boolean> {
  for (const paymentId of failedPayments(order))
    for (const recall of recalls) if (await recall.isOpenAgain?.(paymentId)) return true
  return false
}

/** The ids of an order's failed payments: of its pay-out, and of the refunds of its deposits. */
function failedPayments(order: Order): string[] {
  const { payout } = order
  return [...(payout?.state === 'refused' ? [payout.id] : []), ...failedRefunds(order)]
}
