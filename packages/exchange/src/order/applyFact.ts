import { callbacksOf } from './callbacksOf.ts'
import { next } from './next.ts'
import type { Fact, Order } from './Order.ts'
import { journalsOf } from './postings.ts'
import type { Random } from '../Random.ts'
import type { Change, OrderStore } from './OrderStore.ts'
import { step } from './step.ts'

/** Others may write the same order at the same time; each of them gets it forward, so this many losses is a fault. */
const MOST_LOSSES = 50

/**
 * Lets one fact change one order: the step, its journals, its callbacks and the next due time are written together,
 * or read and stepped again when someone else was first. A fact that says nothing new writes nothing.
 */
export async function applyFact(
  deps: { orders: Pick<OrderStore, 'find' | 'save'>; random: Random; now: () => Date },
  { orderId, fact }: { orderId: string; fact: Fact },
): Promise<Order> {
  for (let losses = 0; losses < MOST_LOSSES; losses++) {
    const before = await deps.orders.find(orderId)
    if (!before) throw new Error(`There is no order ${orderId}`)
    const after = step(before, fact, deps.now())
    if (after === before) return before
    if (await deps.orders.save(changeOf(deps, before, after, fact))) return after
  }
  throw new Error(`Order ${orderId} was written by others ${MOST_LOSSES} times in a row`)
}

/** Everything that follows from a step, ready to be written at once. */
export function changeOf(
  deps: { random: Random; now: () => Date },
  before: Order,
  after: Order,
  fact: Fact,
): Change {
  return {
    seen: before.seq,
    order: after,
    fact,
    journals: journalsOf(before, after),
    callbacks: callbacksOf(deps.random, before.seq, after),
    due: next(after, deps.now(), 0)?.at ?? null,
  }
}
