import { setTimeout as after } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { codeInWords } from '../postgres/codeInWords.ts'
import { DatabaseUnavailable } from '../postgres/DatabaseUnavailable.ts'
import { DatabaseUnreached } from '../postgres/DatabaseUnreached.ts'

const AGAIN_MS = 1_000

/**
 * Starts a program on the operator's own PostgreSQL, and retries as long as the database is unavailable, because it
 * restarts, fails over or starts later than the program. It logs once that it waits, and once that the database is
 * back.
 * @throws any other error of the start, such as a wrong password
 */
export async function startOnDatabase<Started>(
  { log }: { log: Log },
  start: () => Promise<Started>,
): Promise<Started> {
  const since = performance.now()
  let isAway = false
  for (;;) {
    try {
      const started = await start()
      if (isAway) log.warn('the database is back', { durationMs: Math.round(performance.now() - since) })
      return started
    } catch (error) {
      const reason = awayReason(error)
      if (reason === undefined) throw error
      if (!isAway)
        log.warn('the database is unavailable; the program starts as soon as it is back', { reason })
      isAway = true
      await after(AGAIN_MS)
    }
  }
}

/** The code of an unavailable database; undefined for any other error. */
function awayReason(error: unknown): string | undefined {
  return error instanceof DatabaseUnavailable || error instanceof DatabaseUnreached
    ? codeInWords(error.code)
    : undefined
}
