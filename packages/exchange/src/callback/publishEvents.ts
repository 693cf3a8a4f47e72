import type { EventStream, StreamEvent } from './EventStream.ts'

/**
 * Publishes events: those of one order in sequence, each once the stream has stored the one before. No order waits for
 * another.
 * @throws the first failure, once every order has got as far as it could; publish all of them again then
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
