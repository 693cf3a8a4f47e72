import type { Query } from '@cambio/server/postgres/Database.ts'
import { isTracing, traceparent } from '@cambio/server/trace/tracing.ts'
import { callbackSpan } from '../callback/callbackSpan.ts'

/*
 * The trace in which an order was placed, where tracing is on. Whatever happens to the order later, in any process,
 * continues this trace.
 */

/** Stores the current trace as the order's. Call it before the order is written, so that everything after finds it. */
export async function keepTrace(query: Query, orderId: string, now: Date): Promise<void> {
  const parent = traceparent()
  if (parent === undefined) return
  await query({
    name: 'order_trace_keep',
    text: 'insert into order_trace (order_id, traceparent, at) values ($1, $2, $3) on conflict do nothing',
    values: [orderId, parent, now],
  })
}

/** The trace of an order, as a W3C `traceparent`; undefined where the order has none, or tracing is off. */
export function traceOfOrder(query: Query, orderId: string): Promise<string | undefined> {
  return find(query, 'order_trace_find', 'order_id = $1', orderId)
}

/** The trace of the order that a callback is about, which was written at a time. */
export function traceOfCallback(
  query: Query,
  { id, createdAt }: { readonly id: string; readonly createdAt: Date },
): Promise<string | undefined> {
  const where = 'order_id = (select order_id from callback where id = $1 and created_at between $2 and $3)'
  return find(query, 'order_trace_find_by_callback', where, id, ...callbackSpan([createdAt]))
}

async function find(
  query: Query,
  name: string,
  where: string,
  ...values: readonly unknown[]
): Promise<string | undefined> {
  if (!isTracing()) return undefined
  const text = `select traceparent from order_trace where ${where}`
  const [row] = await query<{ traceparent: string }>({ name, text, values })
  return row?.traceparent
}
