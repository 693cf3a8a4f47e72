import { sharedLimiter } from '@cambio/server/http/limits.ts'
import type { Exchange } from '../program/Exchange.ts'

/** Whether one more code may be mailed to an address now. Each call counts as a mail. */
export type MailAllowance = (email: string) => Promise<boolean>

/**
 * Limits the codes that one mailbox receives from all senders in an hour: five at any pace, then one a minute, and at
 * most thirty. This keeps a mailbox from being flooded, and its owner still gets a code soon.
 */
export function mailAllowance({
  clock,
  database,
  limitsFactor,
}: Pick<Exchange, 'clock' | 'database' | 'limitsFactor'>): MailAllowance {
  const limiter = (name: string, points: number, windowSeconds: number) =>
    sharedLimiter(
      { clock, query: database.query },
      { limit: { name, points, windowSeconds }, factor: limitsFactor },
    )
  const atAnyPace = limiter('code-mail', 5, 3_600)
  const slowly = limiter('code-mail-slow', 1, 60)
  const atAll = limiter('code-mail-most', 25, 3_600)
  return async (email) => {
    if ((await atAnyPace.consume(email)).allowed) return true
    return (await slowly.consume(email)).allowed && (await atAll.consume(email)).allowed
  }
}
