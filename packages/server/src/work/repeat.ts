import type { Log } from '../log.ts'

/** A repeated task of a running program, whether or not anything is due. */
export type Repeated = {
  readonly everyMs: number
  /** Whether its first turn is at the start instead of one interval later. */
  readonly atOnce?: boolean
  /** The log line when it fails. It runs again at its next turn. */
  readonly failed: string
  readonly work: () => Promise<void>
}

/** Runs a task at every interval, unless the last run is still under way. */
export function repeat({ log }: { log: Log }, { everyMs, atOnce = false, failed, work }: Repeated) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const turn = async () => {
    await work().catch((error: unknown) => log.error(failed, { error }))
    running = undefined
  }
  return {
    start(): void {
      timer = setInterval(() => void (running ??= turn()), everyMs).unref()
      if (atOnce) running = turn()
    },
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await running
    },
  }
}
