import type { Log } from '../log.ts'

/** Something that a program does again and again while it runs, whether or not anything has become due. */
export type Repeated = {
  readonly everyMs: number
  /** Whether its first turn is at the start, and not a while after it. */
  readonly atOnce?: boolean
  /** What the log says when it fails. It is done again at its next turn. */
  readonly failed: string
  readonly work: () => Promise<void>
}

/** Does something at every turn but those at which the last one is still under way. */
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
