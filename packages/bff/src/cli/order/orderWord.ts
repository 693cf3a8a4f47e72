import { kind, required } from '@cambio/server/cli/arguments.ts'

const clientOrderId = kind(
  '<client_order_id>',
  'an order’s client_order_id',
  (text) => text.trim().toUpperCase() || undefined,
)

/** The word by which a call names an order, however it was typed. */
export function orderWord() {
  return required(clientOrderId, 'Name the order by its client_order_id.')
}
