import { applyFact } from '@cambio/exchange/order/applyFact.ts'
import type { Fact, Order } from '@cambio/exchange/order/Order.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import * as z from 'zod/mini'
import { orderActStore, type OrderAct } from '../../store/orderActs.ts'
import { orderStore } from '../../store/orders.ts'
import { within } from '../../store/StoreDeps.ts'
import type { CommandDeps } from '../CommandDeps.ts'
import { noSuchOrder } from './noSuchOrder.ts'
import { isOpenAgain } from './openAgain.ts'
import { stillListed } from './stillListed.ts'
import { withoutCoins } from './withoutCoins.ts'

/** What a command that acts on an order answers. */
export const ActedOn = z.object({
  client_order_id: z.string(),
  status: z.string(),
  hold_reason: z.nullable(z.string()),
})

/** An order as the operator found it, and as it is after the instruction. */
export type Acted = { readonly before: Order; readonly after: Order }

/** The order cannot do what the command instructs, and a sentence says why. */
type Objection = { readonly objection: string }

type Word = { readonly fact: Fact; readonly otherwise: string } | Objection

/**
 * Applies the operator's instruction to an order, and keeps by whom and why in the same transaction: neither is written
 * without the other.
 * @param factOf the instruction as a fact, made from the order as it stands; or why the order cannot follow it
 * @throws CallRefused when there is no such order, or the word changes nothing
 */
export async function actOnOrder(
  deps: CommandDeps,
  { orderId, act, reason, actor = deps.operator }: Omit<OrderAct, 'actor'> & { actor?: string | undefined },
  factOf: (order: Order, query: Query) => Word | Promise<Word>,
): Promise<Acted> {
  return deps.transaction(async (query) => {
    const inTransaction = within(deps, query)
    const orders = orderStore(inTransaction)
    const before = await orders.find(orderId)
    if (!before) throw noSuchOrder(orderId)
    const word = await factOf(before, query)
    if ('objection' in word) throw refused(orderId, word.objection)
    const listed = word.fact.is === 'continued' ? await stillListed(query, before) : null
    if (listed !== null) throw refused(orderId, listed)
    if (endsItsDebt(word.fact) && (await isOpenAgain(query, before))) throw refused(orderId, OPEN_AGAIN)
    const fact = await withoutCoins(inTransaction, before, word.fact)
    const after = await applyFact({ ...inTransaction, orders }, { orderId, fact })
    if (after.events.at(-1)?.fact !== word.fact.is || after.seq === before.seq)
      throw refused(orderId, word.otherwise)
    await orderActStore(inTransaction).keep({ orderId, act, reason, actor })
    return { before, after }
  })
}

/** The refusal of an instruction, which says besides the reason that nothing came of it. */
export function refused(orderId: string, why: string): CallRefused {
  return new CallRefused(`Order ${orderId} ${why}; no money moved.`)
}

const OPEN_AGAIN =
  'has a payment that had failed and that a reorganisation of the chain has made possible again. A transaction that moves nothing is about to take its place: try again once that is final, in some blocks'

/** Whether the buyer has the money after it, from us or from the operator's own hand. */
function endsItsDebt({ is }: Fact): boolean {
  return is === 'refund_ordered' || is === 'settled_by_hand'
}

/** The output of a command that acted on an order. */
export function actedOn({ after: { id, status, holdReason } }: Pick<Acted, 'after'>, done: string) {
  return {
    text: `Order ${id} ${done}. Its status is ${status}.`,
    data: { client_order_id: id, status, hold_reason: holdReason },
  }
}
