import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { payinTraits } from '../payin/payinTraits.ts'
import type { PlainKey } from '../text.ts'
import { statusViews, type StatusView } from './StatusView.ts'

/** The message of each status where a balance pays: no money comes from outside, and a refund arrives at once. */
const texts: Partial<Record<WidgetOrder['status'], PlainKey>> = {
  confirmation_pending: 'status.held.text',
  processing_payout: 'status.balancePayout.text',
  finished: 'status.balancePaid.text',
  canceled: 'status.balanceCanceled.text',
  expired: 'status.balanceExpired.text',
  refunded: 'status.balanceRefunded.text',
}

/** The message of each status where the purchase is paid out to the balance. */
const creditTexts: Partial<Record<WidgetOrder['status'], PlainKey>> = {
  processing_payout: 'status.crediting.text',
  finished: 'status.credited.text',
}

/** The message for a buyer whose balance pays or is paid; null where the status says it all. */
export function balanceView({
  status,
  payin_group,
  payout_group,
}: Pick<WidgetOrder, 'status' | 'payin_group' | 'payout_group'>): StatusView | null {
  if (payinTraits(payin_group).isFromBalance) return viewOf(status, texts)
  return payout_group === 'balance' ? viewOf(status, creditTexts) : null
}

function viewOf(status: WidgetOrder['status'], from: typeof texts): StatusView | null {
  const text = from[status]
  return text === undefined ? null : { ...statusViews[status], text }
}
