import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { StatusView } from './StatusView.ts'

/** The message of an order that waits for its buyer to accept the price without a discount; null for any other. */
export function newPriceView({
  status,
  substatus,
  is_stopped,
}: Pick<WidgetOrder, 'status' | 'substatus' | 'is_stopped'>): StatusView | null {
  return status === 'pending' && substatus === 'understanding_pending' && !is_stopped ? newPrice : null
}

const newPrice: StatusView = { tone: 'attention', title: 'status.needed', text: 'newPrice.text' }
