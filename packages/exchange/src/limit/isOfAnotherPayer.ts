import { pendingBy, type Order } from '../order/Order.ts'

/** Whether an order waits for who paid it, which a limit says nothing of. */
export function isOfAnotherPayer(order: Pick<Order, 'events'>): boolean {
  return pendingBy(order) === 'payer_differs'
}
