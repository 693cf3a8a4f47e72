import { Refusal } from '@cambio/wire/http/Problem.ts'

/**
 * How many reports one partner may read at once in this process: they share the database with other partners' requests.
 */
const MOST_AT_ONCE = 2
const RETRY_AFTER_SECONDS = 5

/** Limits how many reports each partner reads at a time. */
export function reportLimit() {
  const reading = new Map<string, number>()
  return {
    /** The rows, unless the partner is reading too many reports already. @throws Refusal too_many_requests */
    async *oneOf<Rows>(partnerId: string, rows: AsyncIterable<Rows>): AsyncGenerator<Rows> {
      const others = reading.get(partnerId) ?? 0
      if (others >= MOST_AT_ONCE)
        throw new Refusal(
          'too_many_requests',
          `You are reading ${others} reports; read one to its end, or close its connection, before the next`,
          { extra: { retry_after: RETRY_AFTER_SECONDS } },
        )
      reading.set(partnerId, others + 1)
      try {
        yield* rows
      } finally {
        const left = (reading.get(partnerId) ?? 1) - 1
        if (left > 0) reading.set(partnerId, left)
        else reading.delete(partnerId)
      }
    },
  }
}
