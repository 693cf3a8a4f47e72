import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { payable } from '../steps.ts'

/** Whether an order stands where its last card left it, so that the outcome is shown with its reason. */
export function isReasonShown(order: WidgetOrder): boolean {
  return order.status === 'error' || (order.attempt !== null && payable(order))
}
