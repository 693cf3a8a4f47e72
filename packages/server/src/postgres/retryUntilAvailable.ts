import { setTimeout as after } from 'node:timers/promises'
import { DatabaseUnavailable } from './DatabaseUnavailable.ts'

const AGAIN_MS = 100

/**
 * Repeats work while the database is unavailable, for work that would otherwise be lost. The work checks what exists
 * before it writes, since its last try may have succeeded.
 * @throws DatabaseUnavailable when the database is still unavailable after `timeoutMs`; and any error of the work
 */
export async function retryUntilAvailable<Result>(
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) || performance.now() > deadline) throw error
      await after(AGAIN_MS)
    }
  }
}
