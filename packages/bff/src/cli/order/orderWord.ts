import { required, text } from '@cambio/server/cli/arguments.ts'

/** The word by which a call names an order. */
export function orderWord() {
  return required(text('<client_order_id>'), 'Name the order by its client_order_id.')
}
