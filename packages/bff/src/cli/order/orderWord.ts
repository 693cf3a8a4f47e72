import { kind, optional, repeated, required } from '@cambio/server/cli/arguments.ts'

/**
 * The word by which a call names an order, in any spelling. A word that is not a client_order_id stays as it was typed.
 */
export function orderWord() {
  return required(clientOrderId('<client_order_id>'), 'Name the order by its client_order_id.')
}

/** The word that names an order, in a command that may also be about all orders. */
export function optionalOrderWord() {
  return optional(clientOrderId('[client_order_id]'))
}

/** The option that names any number of orders. */
export function repeatedOrders() {
  return repeated(clientOrderId('<client_order_id>'))
}

function clientOrderId(placeholder: string) {
  return kind(placeholder, 'an order’s client_order_id', (typed) => {
    const word = typed.trim()
    const id = word.toUpperCase()
    return (isOrderId(id) ? id : word) || undefined
  })
}

/** Whether a word has the form of an order's id. */
export function isOrderId(word: string): boolean {
  return /^[A-Z0-9]{5}-[A-Z0-9]{6}$/.test(word)
}
