import type { Concerns, DoorContext } from '@cambio/server/http/door.ts'
import type { CallerEntry } from '../callers/CallerEntry.ts'

/* Whose request it is and which order it is about, for its line in the log: an order's requests can be found by it. */

/** Anything else in a path may be anything, and is in no log. */
const ORDER_ID = /^[A-Z0-9]{5}-[A-Z0-9]{6}$/

/** Notes what is known of a request once its caller is: the caller's own, and the order that its path names. */
export function noteCaller(c: DoorContext, caller: CallerEntry<object>, identity: object): void {
  const named = c.req.param('client_order_id') ?? ''
  c.set('concerns', { ...caller.concerns?.(identity), ...(ORDER_ID.test(named) && { orderId: named }) })
}

/** Notes the order that an answer is about, and gives the answer. */
export function noteAnswer(c: DoorContext, answered: unknown): unknown {
  const orderId = orderIn(answered)
  if (orderId !== undefined) c.set('concerns', { ...c.get('concerns'), orderId })
  return answered
}

/** A view of one order names it at its top, or as its order. */
function orderIn(answered: unknown): Concerns['orderId'] {
  if (typeof answered !== 'object' || answered === null) return undefined
  const view = 'order' in answered && typeof answered.order === 'object' ? answered.order : answered
  if (view === null || !('client_order_id' in view)) return undefined
  return typeof view.client_order_id === 'string' ? view.client_order_id : undefined
}
