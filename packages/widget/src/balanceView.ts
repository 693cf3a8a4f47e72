import type { WidgetOrder } from '@cambio/wire/Widget.ts'
import type { PlainKey } from './text.ts'
import { statusViews, type StatusView } from './StatusView.ts'

/** What each status says where a balance pays: nothing comes from outside, and what goes back is there at once. */
const texts: Partial<Record<WidgetOrder['status'], PlainKey>> = {
  confirmation_pending: 'status.held.text',
  processing_payout: 'status.balancePayout.text',
  finished: 'status.balancePaid.text',
  canceled: 'status.balanceCanceled.text',
  expired: 'status.balanceExpired.text',
  refunded: 'status.balanceRefunded.text',
}

/** What an order says to the buyer who pays it from a balance; null where its status says it all. */
export function balanceView({
  status,
  payin_group,
}: Pick<WidgetOrder, 'status' | 'payin_group'>): StatusView | null {
  const text = texts[status]
  return payin_group !== 'balance' || text === undefined ? null : { ...statusViews[status], text }
}
