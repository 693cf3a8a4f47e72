import { pages } from '@cambio/wire/http/pages.ts'

/** The address of an order's page at an exchange, by a secret that opens it. */
export function orderUrlAt(baseUrl: string, orderId: string, secret: string): string {
  return `${baseUrl}${pages.order.replace('{client_order_id}', orderId)}?k=${secret}`
}
