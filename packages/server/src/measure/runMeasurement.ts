import { once } from 'node:events'
import { runProgram } from '../runProgram.ts'

/** What a shell gives for a program that was interrupted, so that what follows it in a script is not begun. */
const INTERRUPTED = 130

/**
 * Runs a program that opens a stage of its own to measure on: databases, other programs, folders. Whether it comes to its
 * end, fails or is told to end by SIGINT or TERM, the stage is closed, so that nothing of it stays behind.
 * @param measure is told by its second parameter that what it does is not waited for any more
 */
export async function runMeasurement<Stage extends { close(): Promise<void> }>(
  open: () => Promise<Stage>,
  measure: (stage: Stage, stopped: AbortSignal) => Promise<void>,
  process: NonNullable<Parameters<typeof runProgram>[1]> = globalThis.process,
): Promise<void> {
  await runProgram(async (stopped) => {
    const stage = await open()
    try {
      if (!stopped.aborted) await Promise.race([once(stopped, 'abort'), measure(stage, stopped)])
    } finally {
      await stage.close()
      if (stopped.aborted) process.exitCode = INTERRUPTED
    }
  }, process)
}
