import type { EventStream, StreamEvent } from './EventStream.ts'

/**
 * Publishes events: those of one order one after the other, each once the stream has kept the one before; orders wait for
 * no other order.
 * @throws the first failure, after every order has gone as far as it could: then publish all of them again
 */
export async function publishEvents(stream: EventStream, events: readonly StreamEvent[]): Promise<void> {
  const orders = Map.groupBy(events, ({ orderId }) => orderId)
  const outcomes = await Promise.allSettled([...orders.values()].map((chain) => publishChain(stream, chain)))
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function publishChain(stream: EventStream, chain: readonly StreamEvent[]): Promise<void> {
  for (const event of chain) await stream.publish(event)
}
