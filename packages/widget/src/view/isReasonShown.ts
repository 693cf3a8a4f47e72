import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { payable } from '../steps.ts'

/** Whether an order's status is still that of its last card, so that the outcome is shown with its reason. */
export function isReasonShown(order: WidgetOrder): boolean {
  return order.status === 'error' || (order.attempt !== null && payable(order))
}
