import { payinEurCents } from '@cambio/exchange/limit/payinEurCents.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Metrics } from '@cambio/server/metrics.ts'

const REACHED = 'Orders that reached a status, by what they are paid with.'
const VOLUME = 'What those orders are paid in, EUR by the prices at which they were placed.'

/** Counts the statuses that an order has newly reached, with its value. @param seqBefore -1 for a new order */
export function countReached(metrics: Metrics | undefined, order: Order, seqBefore: number): void {
  if (!metrics) return
  const eur = Number(payinEurCents(order, null)) / 100
  for (const [index, { seq, status }] of order.events.entries()) {
    if (seq <= seqBefore || status === order.events[index - 1]?.status) continue
    const labels = { status, payin_group: order.quote.payinGroup }
    metrics.count('orders_reached_total', REACHED, labels)
    metrics.count('orders_reached_eur_total', VOLUME, labels, eur)
  }
}
