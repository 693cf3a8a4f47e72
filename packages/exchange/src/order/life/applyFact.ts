import type { Change } from '../../books/Change.ts'
import type { Random } from '../../Random.ts'
import { callbacksOf } from '../data/callbacksOf.ts'
import type { Fact, Order } from '../Order.ts'
import type { OrderStore, OrderWrite } from '../OrderStore.ts'
import { next } from './next.ts'
import { step } from './step.ts'

/** Other writers may win the race for an order. Each win is progress, so this many losses in a row are a fault. */
const MOST_LOSSES = 50

/**
 * Applies one fact to one order. The step, its journals, its callbacks and the next due time are written together. If
 * another writer was first, the order is read and stepped again. A fact that is already known writes nothing.
 */
export async function applyFact(
  deps: { orders: Pick<OrderStore, 'find' | 'save'>; random: Random; now: () => Date },
  { orderId, fact }: { orderId: string; fact: Fact },
): Promise<Order> {
  for (let losses = 0; losses < MOST_LOSSES; losses++) {
    const before = await deps.orders.find(orderId)
    if (!before) throw new Error(`There is no order ${orderId}`)
    const change = step(before, fact, deps.now())
    if (!change) return before
    if (await deps.orders.save(writeOf(deps, before, change, fact))) return change.next
  }
  throw new Error(`Order ${orderId} was written by others ${MOST_LOSSES} times in a row`)
}

/** A change with everything that follows from it, ready to be written in one statement. */
export function writeOf(
  deps: { random: Random; now: () => Date },
  before: Order,
  { next: order, journals = [] }: Change<Order>,
  fact: Fact,
): OrderWrite {
  return {
    seqBefore: before.seq,
    order,
    fact,
    journals,
    callbacks: callbacksOf(deps.random, before.seq, order),
    due: next(order, deps.now(), 0)?.at ?? null,
  }
}
