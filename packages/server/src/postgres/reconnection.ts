import { setTimeout as after } from 'node:timers/promises'

/** Limits how often a program tries to connect to a database that it has lost. All pools of a database share one. */
export type Reconnection = {
  /** Whether connections may be made at once, in any number. */
  readonly isFree: boolean
  /**
   * Connects, once it is time for the next try. Everyone who waits for that try is refused with it if it fails, and
   * connects at once when the database answers.
   * @throws what `connect` throws, for this caller or for the one whose try it waited for
   */
  connect<Connection>(connect: () => Promise<Connection>): Promise<Connection>
  /** The database refused a connection, or lost one. */
  lost(): void
  /** The database has answered a statement. */
  answered(): void
}

/** How long after the last try the next one is made, milliseconds: half as much at least, and half more at most. */
const WAITS_MS = [0, 25, 50]
const LONGEST_WAIT_MS = 100

type Away = { readonly back: PromiseWithResolvers<void>; next: Promise<unknown> | undefined }

export function reconnection(): Reconnection {
  let away: Away | undefined
  let tries = 0
  let triedAt = -Infinity

  /** Many programs that lost the same server do not come back at the same moment. */
  function waitMs(): number {
    const ms = (WAITS_MS[tries] ?? LONGEST_WAIT_MS) * (0.5 + Math.random())
    return Math.max(0, triedAt + ms - performance.now())
  }

  async function tryNext<Connection>(since: Away, connect: () => Promise<Connection>): Promise<Connection> {
    await Promise.race([after(waitMs()), since.back.promise])
    since.next = undefined
    tries += 1
    triedAt = performance.now()
    return connect()
  }

  return {
    get isFree() {
      return away === undefined
    },
    async connect(connect) {
      for (;;) {
        if (away === undefined) return connect()
        if (away.next === undefined) {
          const trying = tryNext(away, connect)
          away.next = trying
          return trying
        }
        await Promise.race([away.next, away.back.promise])
      }
    },
    lost() {
      away ??= { back: Promise.withResolvers(), next: undefined }
    },
    answered() {
      away?.back.resolve()
      away = undefined
      tries = 0
    },
  }
}
