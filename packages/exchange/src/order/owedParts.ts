import type { OwedPart } from '../payin/machine/OwedPart.ts'
import { payinOwed } from '../payin/Payin.ts'
import { isStopped, type Order } from './Order.ts'

/** What is owed for an order, and what happens to it next; empty where nothing is owed. */
export function owedParts(order: Order): OwedPart[] {
  return payinOwed(order.payin, isStopped(order))
}
