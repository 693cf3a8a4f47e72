import { setTimeout as after } from 'node:timers/promises'
import { startChild, type Child, type Program } from './Child.ts'

/** A program that is kept running. */
export type Supervised = {
  /** The process that is running now. */
  readonly pid: number
  /** Ends the program, which is then started again. @param why shown in the terminal */
  restart(why: string): void
  /** Ends the program and waits for it. */
  stop(): Promise<void>
}

const RESTART_MS = 500
const LONGEST_RESTART_MS = 10_000
const LAST_WORD_MS = 15_000

/**
 * Runs a program and starts it again whenever it ends without being told to. What it had acknowledged is in the
 * database, so a program that died is simply started again.
 * @throws StartRefused when the first start fails
 */
export async function supervise(
  program: Program,
  { print, stopped }: { print: (sentence: string) => void; stopped: AbortSignal },
): Promise<Supervised> {
  const stop = new AbortController()
  const either = AbortSignal.any([stop.signal, stopped])
  let child = await startChild(program, either)
  let asked: string | undefined
  const keeping = keep()

  async function keep(): Promise<void> {
    for (;;) {
      const how = await child.ended
      // Ctrl-C reaches the programs too, and one of them may end before this process is told.
      if (asked === undefined) await after(RESTART_MS, undefined, { signal: either }).catch(() => {})
      if (either.aborted) return
      print(
        asked === undefined
          ? `The ${program.name} ended (${how}) and is being started again. No order is lost.`
          : `${asked} The ${program.name} is being started again.`,
      )
      asked = undefined
      const next = await again()
      if (next === undefined) return
      child = next
      print(`The ${program.name} is back.`)
    }
  }

  async function again(): Promise<Child | undefined> {
    for (let wait = RESTART_MS; ; wait = Math.min(wait * 2, LONGEST_RESTART_MS)) {
      try {
        return await startChild(program, either)
      } catch (error) {
        if (either.aborted) return undefined
        print(error instanceof Error ? error.message : `The ${program.name} does not start.`)
      }
      await after(wait, undefined, { signal: either }).catch(() => {})
      if (either.aborted) return undefined
    }
  }

  return {
    get pid() {
      return child.pid
    },
    restart(why) {
      asked = why
      child.kill('SIGTERM')
    },
    async stop() {
      stop.abort()
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), LAST_WORD_MS)
      await keeping
      clearTimeout(late)
    },
  }
}
