import type { Order } from '@cambio/exchange/order/Order.ts'
import { archivedBefore } from '../../store/partitions/archives.ts'
import type { StoreDeps } from '../../store/StoreDeps.ts'

/** A sentence that some of an order's callbacks are archived, after a space; empty where none are, or there is no order. */
export async function archivedCallbacks(
  { query }: Pick<StoreDeps, 'query'>,
  order: Order | undefined,
): Promise<string> {
  const before = order && (await archivedBefore(query, 'callback', order.createdAt))
  return before ? ` Callbacks from before ${before} are archived.` : ''
}
