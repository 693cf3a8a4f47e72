import type { Outcome } from '@cambio/exchange/operator/act.ts'
import type { OrderRefusal } from '@cambio/exchange/operator/order/OrderRefusal.ts'
import { attentionReasonOf } from '@cambio/exchange/order/life/stops.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import * as z from 'zod/mini'
import { refusalOf } from './refusalOf.ts'

/** The --json output of a command that acts on an order. */
export const ActedOn = z.object({
  client_order_id: z.string(),
  status: z.string(),
  hold_reason: z.nullable(z.string()),
})

/**
 * The output of a command that acted on an order.
 * @param said describes what the order does from then on
 * @throws CallRefused if the order refuses the instruction
 */
export function actedOn<Done extends { readonly after: Order }>(
  orderId: string,
  outcome: Outcome<Done, OrderRefusal>,
  said: (done: Done) => string,
) {
  if (outcome.is === 'refused') throw refusalOf(orderId, outcome)
  const { id, status } = outcome.done.after
  return {
    text: `Order ${id} ${said(outcome.done)}. Its status is ${status}.`,
    data: { client_order_id: id, status, hold_reason: attentionReasonOf(outcome.done.after) },
  }
}
