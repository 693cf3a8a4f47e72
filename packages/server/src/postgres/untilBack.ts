import { setTimeout as after } from 'node:timers/promises'
import { DatabaseAway } from './DatabaseAway.ts'

const AGAIN_MS = 100

/**
 * Does work again for as long as the database is away: for what is in hand and would be lost. The work looks at what is
 * there before it writes, since its last try may have been done.
 * @throws DatabaseAway when the database is still away after so many milliseconds; and what the work throws
 */
export async function untilBack<Result>(timeoutMs: number, work: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseAway) || performance.now() > deadline) throw error
      await after(AGAIN_MS)
    }
  }
}
