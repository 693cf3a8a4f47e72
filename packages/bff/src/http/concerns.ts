import type { Concerns, DoorContext } from '@cambio/server/http/door.ts'
import type { CallerEntry } from '../callers/CallerEntry.ts'

/* The partner, client and order of a request, for its line in the log: they find an order's requests. */

/** Only a path segment of this form is logged, since any other may be anything. */
const ORDER_ID = /^[A-Z0-9]{5}-[A-Z0-9]{6}$/

/** Records whom an admitted request concerns: its caller, and the order that its path names. */
export function noteCaller(c: DoorContext, caller: CallerEntry<object>, identity: object): void {
  const concerns = caller.concerns?.(identity)
  const named = c.req.param('client_order_id') ?? ''
  if (ORDER_ID.test(named)) c.set('concerns', { ...concerns, orderId: named })
  else if (concerns) c.set('concerns', concerns)
}

/** Records the order that an answer is about, and returns the answer. */
export function noteAnswer(c: DoorContext, answered: unknown): unknown {
  const orderId = orderIn(answered)
  if (orderId !== undefined) c.set('concerns', { ...c.get('concerns'), orderId })
  return answered
}

/** The order of an answer: its view names the order at the top, or as its `order`. */
function orderIn(answered: unknown): Concerns['orderId'] {
  if (typeof answered !== 'object' || answered === null) return undefined
  const view = 'order' in answered && typeof answered.order === 'object' ? answered.order : answered
  if (view === null || !('client_order_id' in view)) return undefined
  return typeof view.client_order_id === 'string' ? view.client_order_id : undefined
}
