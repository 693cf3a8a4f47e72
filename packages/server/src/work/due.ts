import type { Clock } from '../Clock.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Database, Statement } from '../postgres/Database.ts'
import { DatabaseUnavailable } from '../postgres/DatabaseUnavailable.ts'
import { fenced, LeaseLost } from '../postgres/fence.ts'
import type { Random } from '../Random.ts'
import { rateLimitedLog } from '../rateLimitedLog.ts'
import { bell } from './bell.ts'

/**
 * The due rows of one table: the table has `due_at timestamptz`, `lease_until timestamptz`, `leased_by int4` and
 * `due_attempts int4 not null default 0`. Table and key are a program's constants, never input. A statement that makes
 * a row due, leased or not, sets `due_at` and nothing else of these.
 */
export type DueTable = { readonly table: string; readonly key: string }

/** A loop over due rows. */
export type DueWork = {
  /** Begins to listen, and to look for what nobody notified. */
  start(): void
  /** Takes nothing more and waits for what is under way. */
  stop(): Promise<void>
  /** Works everything that is due now. @returns how many rows that was */
  tick(): Promise<number>
}

/** `leaseOwner` is the lock number of the process that leased it; null where it had none. */
type Leased = { readonly id: string; readonly attempts: number; readonly leaseOwner: number | null }

export type DueDeps = { database: Database; clock: Clock; random: Random; log: Log; metrics?: Metrics }

/** The work of one loop. */
export type LoopWork = DueWork & {
  /** Has it look for due rows now. */
  wake(): void
}

/** A loop over due rows. */
export type DueLoop = DueTable & {
  /** The channel that a statement notifies when it makes a row due: by its `wakes`, or by `pg_notify(channel, '')`. */
  channel: string
  /**
   * How long a row of a stalled process waits before another worker takes it; rows of a dead process are freed sooner
   * (`processes`). A lease is renewed while its work goes on, so this need not be as long as the work.
   */
  leaseMs: number
  /** The most rows that one statement takes, and the most that are worked at once. */
  batch: number
  concurrency: number
  /**
   * Does the row's next step outside any transaction and writes the outcome itself, as `settleDue` does. `attempts`
   * counts from 1. After an error it is retried, later each time. It may be done twice if a lease expires.
   */
  work: (id: string, attempts: number) => Promise<void>
}

/**
 * Works due rows. A row is leased by one statement, committed at once, so that no row lock is kept while `work` calls
 * others; each row belongs to one of several workers in several processes. Any worker takes a lease that has expired,
 * or whose process has lost the lock that shows that it lives; the statements of the former work are refused from then
 * on. Notifications wake the loop; `lookForDue` wakes it where one was lost, and for what becomes due by its time.
 */
export function workDue(callerDeps: DueDeps, input: DueLoop): LoopWork {
  const { database } = callerDeps
  const log = rateLimitedLog(callerDeps.log, ({ table }) => table)
  const deps = { ...callerDeps, log }
  const stop = new AbortController()
  const something = bell()
  let running: Promise<void> | undefined
  if (deps.metrics !== undefined) measureDue({ ...deps, metrics: deps.metrics }, input)

  async function loop(): Promise<void> {
    const silence = await database.listen(input.channel, () => something.ring())
    const inHand = new Set<Promise<void>>()
    while (!stop.signal.aborted) {
      const taken = await take(deps, input, inHand).catch((error: unknown) => {
        log.error('due rows cannot be read', { error, table: input.table })
        return 0
      })
      if (inHand.size >= input.concurrency) await Promise.race(inHand)
      else if (taken === 0) await something.sleep()
    }
    await Promise.all(inHand)
    await silence()
  }

  return {
    start() {
      running ??= loop()
    },
    wake: () => something.ring(),
    async stop() {
      stop.abort()
      something.ring()
      await running
    },
    tick: () => drain(deps, input),
  }
}

/** Takes and works rows until none is due and none is under way, since a step may make others due. */
async function drain(deps: DueDeps, input: DueLoop): Promise<number> {
  const inHand = new Set<Promise<void>>()
  for (let worked = 0; ;) {
    const wasIdle = inHand.size === 0
    const taken = await take(deps, input, inHand)
    worked += taken
    if (taken === 0 && wasIdle) return worked
    // After fewer rows than possible, another query finds what the running steps make due.
    if (inHand.size > 0 && (taken < input.batch || inHand.size >= input.concurrency))
      await Promise.race(inHand)
  }
}

/** Leases and begins only as many rows as can begin at once, since the lease of a waiting row could expire. */
async function take(deps: DueDeps, input: DueLoop, inHand: Set<Promise<void>>): Promise<number> {
  const free = Math.min(input.batch, input.concurrency - inHand.size)
  if (free <= 0) return 0
  const now = deps.clock.now()
  const until = new Date(now.getTime() + input.leaseMs)
  const leaseOwner = deps.database.leaseOwner()
  const leased = await deps.database.query<Omit<Leased, 'leaseOwner'>>(
    leaseDue(input, { now, until, count: free, leaseOwner }),
  )
  for (const row of leased) {
    const working: Promise<void> = workOne(deps, input, { ...row, leaseOwner }).finally(() =>
      inHand.delete(working),
    )
    inHand.add(working)
  }
  return leased.length
}

/** Does one row's step, and releases the row for later if the step throws. Never throws itself. */
async function workOne(deps: DueDeps, input: DueLoop, row: Leased): Promise<void> {
  const { database, clock, random, log } = deps
  const renewing = keepLease(deps, input, row)
  const isLost = () => row.leaseOwner !== null && row.leaseOwner !== database.leaseOwner()
  try {
    await fenced(isLost, () => input.work(row.id, row.attempts))
  } catch (error) {
    if (error instanceof LeaseLost) return
    const delayMs = backOffMs(error, row.attempts, random)
    const about = { table: input.table, eventId: row.id, attempts: row.attempts, delayMs }
    log.error('a due row failed and will be tried again', { error, ...about })
    const release = releaseDue(input, row, new Date(clock.now().getTime() + delayMs))
    await database.query(release).catch((failed: unknown) => {
      log.error('a failed row keeps its lease until it expires', { error: failed, ...about })
    })
  } finally {
    clearInterval(renewing)
  }
}

/** Extends a lease while its work goes on, so that a short lease distinguishes living processes from killed ones. */
function keepLease({ database, clock, log }: DueDeps, input: DueLoop, row: Leased): NodeJS.Timeout {
  const renew = async () => {
    const until = new Date(clock.now().getTime() + input.leaseMs)
    await database.query(renewLease(input, row, until)).catch((error: unknown) => {
      log.error('a lease could not be renewed', { error, table: input.table, eventId: row.id })
    })
  }
  return setInterval(() => void renew(), input.leaseMs / 3).unref()
}

/**
 * Settles a row whose step is done: due again at `dueAt`, or never again. A row that became due while it was worked
 * stays due: the reason is newer than what the step has seen. A statement that writes the outcome and settles at once
 * sets these three columns in the same way, with `dueUnlessWoken`.
 */
export function settleDue({ table, key }: DueTable, input: { id: string; dueAt: Date | null }): Statement {
  return {
    name: `due_settle_${table}`,
    text: `update ${table} set due_at = ${dueUnlessWoken('$2')}, lease_until = null, due_attempts = 0 where ${key} = $1`,
    values: [input.id, input.dueAt],
  }
}

/**
 * The next `due_at` within a larger statement's `set`, where `parameter` is the time that the step wants. A lease sets
 * `due_at` to its own end, so that any other value means that the row became due meanwhile.
 */
export function dueUnlessWoken(parameter: string): string {
  return `case when due_at is distinct from lease_until then due_at else ${parameter} end`
}

/** Whether a row is due at the time of a parameter, and no other worker has it. */
export function leasable(now: string): string {
  return `due_at <= ${now} and (lease_until is null or lease_until <= ${now})`
}

/**
 * Takes up to `count` rows, longest due first, skipping those that another worker is taking. They are found again by
 * their ctid: by their keys, the planner could scan the whole table if it expected many.
 */
function leaseDue(
  { table, key }: DueTable,
  { now, until, count, leaseOwner }: { now: Date; until: Date; count: number; leaseOwner: number | null },
): Statement {
  return {
    name: `due_lease_${table}`,
    text: `
      update ${table} set due_at = $2, lease_until = $2, leased_by = $4, due_attempts = due_attempts + 1
      where ctid = any (array(
        select ctid from ${table}
        where ${leasable('$1')}
        order by due_at limit $3 for update skip locked
      ))
      returning ${key}::text as id, due_attempts as attempts`,
    values: [now, until, count, leaseOwner],
  }
}

/** Frees the rows leased by ended processes; they are due at once. */
export function freeDue({ table }: Pick<DueTable, 'table'>, ended: readonly number[], now: Date): Statement {
  return {
    name: `due_free_${table}`,
    text: `
      update ${table} set due_at = least(due_at, $2), lease_until = null, leased_by = null
      where due_at is not null and lease_until is not null and leased_by = any($1)`,
    values: [ended, now],
  }
}

/** Renews a lease, unless the row is done or another worker has it. */
function renewLease({ table, key }: DueTable, { id, attempts }: Leased, until: Date): Statement {
  return {
    name: `due_renew_${table}`,
    text: `
      update ${table} set due_at = ${dueUnlessWoken('$3')}, lease_until = $3
      where ${key} = $1 and due_attempts = $2 and lease_until is not null`,
    values: [id, attempts, until],
  }
}

/** Releases a failed row for later, unless its lease has expired and another worker has it. */
function releaseDue({ table, key }: DueTable, { id, attempts }: Leased, dueAt: Date): Statement {
  return {
    name: `due_release_${table}`,
    text: `
      update ${table} set due_at = ${dueUnlessWoken('$3')}, lease_until = null
      where ${key} = $1 and due_attempts = $2 and lease_until is not null`,
    values: [id, attempts, dueAt],
  }
}

/** Where the wait stops growing. What the database could not do says nothing of the row, and it may be able to any moment. */
function longestWait(error: unknown): number {
  if (!(error instanceof DatabaseUnavailable)) return BACK_OFF_MS.length
  return error.failure === 'slow' ? 3 : 1
}

const BACK_OFF_MS = [1_000, 5_000, 30_000, 120_000, 300_000]

/** How long a failed row waits: longer each time, and up to a fifth more so that many are not retried together. */
function backOffMs(error: unknown, attempts: number, random: Random): number {
  const base = BACK_OFF_MS[Math.min(attempts, longestWait(error)) - 1] ?? 0
  return Math.round(base * (1 + (random.bytes(1)[0] ?? 0) / 1280))
}

/** Measures how many rows are due and how long the first has waited, for the operator. */
export function measureDue(
  { database, clock, metrics }: { database: Database; clock: Clock; metrics: Metrics },
  { table }: DueTable,
): void {
  const read = async () => {
    const now = clock.now()
    const [row] = await database.query<{ rows: bigint; first: Date | null }>({
      name: `due_measure_${table}`,
      text: `select count(*) as rows, min(due_at) as first from ${table} where due_at <= $1`,
      values: [now],
    })
    return {
      rows: Number(row?.rows ?? 0n),
      waitedSeconds: row?.first ? (now.getTime() - row.first.getTime()) / 1000 : 0,
    }
  }
  metrics.gauge(`due_rows_${table}`, `Rows of ${table} that are due.`, [], async () => [
    { labels: {}, value: (await read()).rows },
  ])
  metrics.gauge(
    `due_waited_seconds_${table}`,
    `How long the first due row of ${table} has waited.`,
    [],
    async () => [{ labels: {}, value: (await read()).waitedSeconds }],
  )
}
