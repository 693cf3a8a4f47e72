import type { Clock } from './Clock.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Database, Statement } from './postgres/Database.ts'
import type { Random } from './Random.ts'

/** The rows of one table that have something to do. The table and its key are the program's constants, never input. */
export type DueTable = { readonly table: string; readonly key: string }

/** A loop over due rows. */
export type DueWork = {
  /** Begins to listen and to poll. */
  start(): void
  /** Takes nothing more and waits for what is in hand. */
  stop(): Promise<void>
  /** Works everything that is due now, in this call, and says how many rows that was. */
  tick(): Promise<number>
}

/** How a row is settled: due again at `dueAt`, or never again. Without `lease_until` anyone may take it. */
export function settleDue({ table, key }: DueTable, input: { id: string; dueAt: Date | null }): Statement {
  return {
    name: `due_settle_${table}`,
    text: `update ${table} set due_at = $2, lease_until = null, due_attempts = 0 where ${key} = $1`,
    values: [input.id, input.dueAt],
  }
}

export function workDue(
  deps: { database: Database; clock: Clock; random: Random; log: Log; metrics?: Metrics },
  input: DueTable & {
    /** The channel on which a statement that makes a row due says so: `pg_notify(channel, '')`. */
    channel: string
    /** Longer than any call `work` makes may take: when it runs out, anyone takes the row. */
    leaseMs: number
    batch: number
    concurrency: number
    /**
     * Does the row's next step outside any transaction, and writes the outcome itself: the next `due_at` (or null),
     * `lease_until = null` and `due_attempts = 0`. `attempts` counts from 1. What it throws is tried again later.
     */
    work: (id: string, attempts: number) => Promise<void>
  },
): DueWork {
  throw new Error(`not yet ${input.table} ${typeof deps}`)
}
