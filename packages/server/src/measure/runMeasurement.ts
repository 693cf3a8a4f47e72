import { once } from 'node:events'
import { runProgram } from '../runProgram.ts'

/** The exit code of an interrupted program, which stops a script. */
const INTERRUPTED = 130

/**
 * Runs a measurement on a stage that it opens: databases, other programs, folders. The stage is closed when the
 * measurement ends, fails, or is stopped by SIGINT or SIGTERM, so that nothing is left behind.
 * @param measure gets a signal as its second parameter; once aborted, its result is ignored
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
