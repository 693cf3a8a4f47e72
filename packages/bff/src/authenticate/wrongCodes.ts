import { sharedLimiter, type Consumed } from '@cambio/server/http/limits.ts'
import type { Exchange } from '../program/Exchange.ts'

/** Counts wrong tries at the codes of one mailbox, over all entries and networks. */
export type WrongCodes = {
  /**
   * Counts a try before the code is checked, so that simultaneous tries are counted, too.
   * @returns what is left; not allowed after too many wrong tries for the mailbox
   */
  count(email: string): Promise<Consumed>
  /** Uncounts a try that was right. */
  forgive(email: string): Promise<void>
}

/** Allows thirty wrong tries an hour and sixty a day. */
export function wrongCodes({
  clock,
  database,
  limitsFactor,
}: Pick<Exchange, 'clock' | 'database' | 'limitsFactor'>): WrongCodes {
  const limiter = (name: string, points: number, windowSeconds: number) =>
    sharedLimiter(
      { clock, query: database.query },
      { limit: { name, points, windowSeconds }, factor: limitsFactor },
    )
  const hourly = limiter('wrong-code-hour', 30, 3_600)
  const daily = limiter('wrong-code-day', 60, 86_400)
  return {
    async count(email) {
      const ofHour = await hourly.consume(email)
      return ofHour.allowed ? daily.consume(email) : ofHour
    },
    async forgive(email) {
      await hourly.giveBack(email)
      await daily.giveBack(email)
    },
  }
}
