import { withoutRepeats } from '../../test/CallbackReceiver.ts'
import type { Purchase } from '../traffic/purchases.ts'
import type { Finding, Installation } from './Installation.ts'
import type { OrderRow } from './readOrders.ts'

type Written = {
  readonly id: string
  readonly order_id: string
  readonly state: string
  readonly was_unanswered: boolean
}

/**
 * The partner received every callback that was written, in the order of the order's life. A repeat is of the last one received,
 * unless the partner did not answer in time: then it may be received again when the others are, five minutes later.
 */
export async function auditCallbacks(
  { cluster, callbacks }: Installation,
  orders: readonly OrderRow[],
  purchases: readonly Purchase[],
): Promise<readonly Finding[]> {
  const written = await cluster.query<Written>(
    'exchange',
    // Some are for the feed of events alone.
    `select id, order_id, state,
        exists (select from jsonb_array_elements(attempts) made where made->>'status' is null) as was_unanswered
      from exchange.callback where state <> 'feed_only' order by order_id, seq`,
  )
  const byOrder = Map.groupBy(written, ({ order_id: id }) => id)
  const ours = new Set(purchases.map(({ partnerOrderId }) => partnerOrderId))
  const found: Finding[] = []
  if (callbacks.refused > 0)
    found.push({ is: 'wrong', what: `${callbacks.refused} callbacks were signed wrongly` })
  for (const { id, partner_order_id: partnerOrderId } of orders) {
    if (!ours.has(partnerOrderId)) continue
    const rows = byOrder.get(id) ?? []
    const open = rows.filter(({ state }) => state !== 'acknowledged')
    if (open.length > 0)
      found.push({ is: 'wrong', what: `${open.length} callbacks of ${id} are ${open[0]?.state}` })
    const unanswered = new Set(rows.filter((row) => row.was_unanswered).map((row) => row.id))
    const ids = callbacks.ids(partnerOrderId)
    const heard = withoutRepeats(ids.filter((id, place) => !unanswered.has(id) || ids.indexOf(id) === place))
    if (heard.join() !== rows.map((row) => row.id).join())
      found.push({ is: 'wrong', what: `the callbacks of ${id} were received as ${namesOf(heard, rows)}` })
  }
  return found
}

/** Ids as places in the order's life. */
function namesOf(ids: readonly string[], rows: readonly Written[]): string {
  return `${ids.map((id) => rows.findIndex((row) => row.id === id) + 1).join(', ')} of ${rows.length}`
}
