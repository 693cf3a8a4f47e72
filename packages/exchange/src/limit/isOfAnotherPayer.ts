import type { Order } from '../order/Order.ts'

/** Whether an order waits for who paid it, which a limit says nothing of. */
export function isOfAnotherPayer({ events }: Pick<Order, 'events'>): boolean {
  return events.findLast(({ status }) => status === 'pending')?.fact === 'payer_differs'
}
