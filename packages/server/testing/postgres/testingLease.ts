import { within } from '../../src/http/within.ts'
import type { Database } from '../../src/postgres/Database.ts'

/** A pool of connections for the time of one test. */
export type Lease = {
  readonly database: Database
  /** Ends the time: nothing gets through any more. @returns whether all that was under way has come to its end */
  end(): Promise<boolean>
}

/** How long what is under way may take to end by itself, milliseconds. */
const END_MS = 100

/**
 * Lends a pool that is there for longer than its user, who has it as if it were their own.
 * @param onEnd is called when the pool is free for the next
 */
export function leaseOf(pool: Database, onEnd: () => void = () => {}): Lease {
  const underWay = new Set<Promise<unknown>>()
  const stops = new Set<() => Promise<void>>()
  let ending: Promise<boolean> | undefined

  function pass<Result>(work: () => Promise<Result>): Promise<Result> {
    if (ending) return Promise.reject(new Error('This test is over, and with it the time of its database.'))
    const passing = work()
    underWay.add(passing)
    void passing.catch(() => {}).then(() => underWay.delete(passing))
    return passing
  }

  async function settle(): Promise<boolean> {
    await within(END_MS, Promise.allSettled(underWay))
    for (const stop of stops) await stop()
    if (underWay.size > 0) return false
    onEnd()
    return true
  }

  function end(): Promise<boolean> {
    ending ??= settle()
    return ending
  }

  return {
    database: {
      query: (statement) => pass(() => pool.query(statement)),
      transaction: (work) => pass(() => pool.transaction(work)),
      listen: (channel, onPayload) =>
        pass(async () => {
          const stop = await pool.listen(channel, onPayload)
          stops.add(stop)
          return stop
        }),
      size: pool.size,
      leaseOwner: () => pool.leaseOwner(),
      close: async () => void (await end()),
    },
    end,
  }
}
