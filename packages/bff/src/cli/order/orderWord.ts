import { kind, optional, required } from '@cambio/server/cli/arguments.ts'

/** The word by which a call names an order, however it was typed. */
export function orderWord() {
  return required(clientOrderId('<client_order_id>'), 'Name the order by its client_order_id.')
}

/** The same, of a call that can be about all orders. */
export function optionalOrderWord() {
  return optional(clientOrderId('[client_order_id]'))
}

function clientOrderId(placeholder: string) {
  return kind(placeholder, 'an order’s client_order_id', (text) => text.trim().toUpperCase() || undefined)
}
