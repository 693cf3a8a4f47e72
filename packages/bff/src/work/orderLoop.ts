import { processOrder, type ProcessDeps } from '@cambio/exchange/process/processOrder.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { inSpan } from '@cambio/server/trace/tracing.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import { traceOfOrder } from '../store/order/orderTraces.ts'
import { dueOrders } from '../store/order/orderWrite.ts'
import { pace } from './pace.ts'

/**
 * Processes the due orders.
 * @param depsFor what one order is processed with
 */
export function orderLoop(
  deps: { query: Query },
  depsFor: (orderId: string) => Promise<ProcessDeps>,
): DueLoop {
  return {
    ...dueOrders,
    ...pace,
    async work(orderId, attempts) {
      const parent = await traceOfOrder(deps.query, orderId)
      const span = {
        name: 'order',
        kind: 'internal',
        parent,
        fields: { 'cambio.order_id': orderId },
      } as const
      await inSpan(span, async () => {
        const atRest = await processOrder(await depsFor(orderId), { orderId, tries: attempts - 1 })
        if (atRest) await deps.query(restUntilChanged(orderId, atRest.seq))
      })
    },
  }
}

/** Takes an order off the due ones where nothing is next for it as it was read; a later write makes it due again. */
function restUntilChanged(orderId: string, seq: number) {
  return {
    name: 'order_rest',
    text: `
      update orders set due_at = null, lease_until = null, due_attempts = 0
      where id = $1 and seq = $2`,
    values: [orderId, seq],
  }
}
