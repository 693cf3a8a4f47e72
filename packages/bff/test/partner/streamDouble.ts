import type { EventStream, StreamEvent } from '@cambio/exchange/callback/EventStream.ts'

/** A stream that keeps what is published, each id once, as JetStream does; and that fails as it is told to. */
export function streamDouble() {
  const kept: StreamEvent[] = []
  const published: StreamEvent[] = []
  let fails: (event: StreamEvent) => 'away' | 'unanswered' | undefined = () => undefined
  const stream: EventStream = {
    async publish(event) {
      published.push(event)
      const fault = fails(event)
      if (fault !== 'away' && !kept.some(({ id }) => id === event.id)) kept.push(event)
      if (fault !== undefined) throw new Error('The stream did not answer')
    },
    async close() {},
  }
  return {
    stream,
    /** What the stream has, in its order. */
    kept,
    /** Every try to publish, in their order. */
    published,
    /** Sets which tries fail from now on: what is `unanswered` is kept nevertheless. */
    failsAt: (by: typeof fails) => void (fails = by),
  }
}
