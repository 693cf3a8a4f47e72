import type { Log } from '../log.ts'

/** A repeated task of a running program, whether or not anything is due. */
export type Repeated = {
  readonly everyMs: number
  /** Whether its first turn is at the start instead of one interval later. */
  readonly atOnce?: boolean
  /** The log line when it fails. It runs again at its next turn. */
  readonly failed: string
  /** A task of several parts begins no further one once the signal says that the program ends. */
  readonly work: (ending?: AbortSignal) => Promise<void>
}

/** Runs a task at every interval, unless the last run is still under way. */
export function repeat({ log }: { log: Log }, { everyMs, atOnce = false, failed, work }: Repeated) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let ending = new AbortController()
  const turn = async () => {
    await work(ending.signal).catch((error: unknown) => log.error(failed, { error }))
    running = undefined
  }
  return {
    start(): void {
      ending = new AbortController()
      timer = setInterval(() => void (running ??= turn()), everyMs).unref()
      if (atOnce) running = turn()
    },
    /** Waits for what is under way, and lets it begin nothing further. */
    async stop(): Promise<void> {
      clearInterval(timer)
      ending.abort()
      await running
    },
  }
}
