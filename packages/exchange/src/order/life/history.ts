import type { Status, SubStatus } from '@cambio/wire/order/Order.ts'
import type { Change } from '../../books/Change.ts'
import type { Event, Fact, Order, StopReason } from '../Order.ts'
import { stoppedFor } from './stops.ts'

/** Adds an entry to the history for each new status that the order passes, and always for the last one. */
export function moved(
  order: Order,
  fact: Fact,
  at: Date,
  statuses: readonly Status[],
  substatus: SubStatus | null = null,
): Order {
  const passed = statuses.filter(
    (status, index) =>
      index === statuses.length - 1 || !order.events.some((event) => event.status === status),
  )
  const events: Event[] = passed.map((status, index) => ({
    seq: order.seq + index + 1,
    fact: fact.is,
    status,
    substatus: status === 'pending' ? substatus : null,
    at,
  }))
  const last = events.at(-1)
  if (!last) throw new Error('A move has a status')
  return {
    ...order,
    status: last.status,
    substatus: last.substatus,
    seq: last.seq,
    events: [...order.events, ...events],
  }
}

/** Adds a fact to the history without a change of status. */
export function noted(order: Order, fact: Fact, at: Date): Order {
  return moved(order, fact, at, [order.status], order.substatus)
}

/** Stops an order for the operator; null where it is already stopped for that reason. */
export function stopped(order: Order, fact: Fact, at: Date, reason: StopReason): Change<Order> | null {
  return order.stops.includes(reason) ? null : { next: noted(stoppedFor(order, reason), fact, at) }
}
