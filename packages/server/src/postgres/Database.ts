import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import { silentLog } from '../log.ts'
import { availability, type Availability } from './availability.ts'
import { connections } from './connections.ts'
import { connectionTo, plainConnectionTo, type SessionOf } from './connectionTo.ts'
import { databaseUnavailableOf, DatabaseUnavailable } from './DatabaseUnavailable.ts'
import { checkFence } from './fence.ts'
import { isOutdated } from './isOutdated.ts'
import { listener, type Listener, type ListenerOptions } from './listener.ts'
import type { Reconnection } from './reconnection.ts'
import type { Replication } from './replication.ts'

/** One SQL statement. Each connection prepares it once under its name: one name, one text. */
export type Statement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * Channels whose listeners are notified once this is committed. A notification within the statement would reduce the
   * speed to a fifth: commits that notify wait for each other, one disk write at a time.
   */
  readonly wakes?: readonly string[]
}

/**
 * Runs one statement and returns its rows; `Row` declares its columns. int8 and whole numeric arrive as bigint.
 * timestamptz arrives as Date, which has milliseconds: where microseconds matter, select `(extract(epoch from column) *
 * 1000000)::int8`.
 * @throws DatabaseUnavailable when the database does not answer, or cannot do it now
 */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>

/** A pool of connections to one schema. */
export type Database = {
  query: Query
  /**
   * Runs `work` in one transaction (read committed) on one connection; an error rolls back and is rethrown. Whether it
   * was committed is unknown only when the answer to its commit was lost.
   */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /**
   * Listens to a channel on a direct connection that is probed, and made again when it dies. Notifications in between
   * are lost, so it wakes a poll and never replaces it.
   * @returns the function that stops listening
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** The most connections that it has. */
  readonly size: number
  /** The lock that shows that this process lives, under which it leases rows; null while it has none. */
  readonly leaseOwner: () => number | null
  /** Also ends what is under way. Never waits for a server that does not answer. */
  close(): Promise<void>
}

/** The address of a database, with the settings of its sessions. */
export type DatabaseAddress = SessionOf & {
  readonly url: string
  /** For listening, where `url` is a pooler, which cannot forward notifications. */
  readonly directUrl?: string | undefined
  /** Whether `url` is a pooler that gives each transaction another session: no session state is used then. */
  readonly isPooled?: boolean | undefined
  /** Whether statements are prepared under their names; by default without a pooler only. */
  readonly statementNames?: boolean | undefined
}

/**
 * Opens a pool. Every connection switches to `role`, so that a program with the owner's address does not run as the
 * owner.
 */
export function openDatabase(
  input: DatabaseAddress & {
    max?: number
    /** How long a connection that nobody uses stays open, milliseconds. */
    idleMs?: number | undefined
    /**
     * Whether each statement is planned once, without its values, as may happen in a program; the tests of plans use
     * this. Such a plan may be made while a table is small, and stays while it grows, so it never scans a table where
     * an index exists. By default the server plans again where it expects a better plan.
     */
    plansOnce?: boolean
    /** The program's listening connection, which its opener closes; by default one of its own. */
    listener?: Listener
    watch?: Availability
    /** The program's pace of new connections, by default one of this pool's own. */
    reconnection?: Reconnection
    /**
     * The program's replication check; without it the pool may read what no standby has yet, as an inspection of a
     * server may.
     */
    replication?: Replication | undefined
  },
): Database {
  const {
    url,
    isPooled = false,
    statementNames = !isPooled,
    max = 10,
    idleMs,
    plansOnce = false,
    watch = availability({ log: silentLog }),
    reconnection,
    replication,
  } = input
  const plans = plansOnce ? PLANNED_ONCE : {}
  const config = isPooled ? plainConnectionTo(url) : connectionTo(url, input, plans)
  const pool = connections(config, { max, idleMs, watch, reconnection, replication })
  const notifications = input.listener ?? openListener(input)
  const run = runner(statementNames)
  const wake = ({ wakes = [] }: Statement) => wakes.forEach((channel) => notifications.notify(channel))
  return {
    async query(statement) {
      checkFence()
      const attempt = () => pool.lend((client) => run(client, statement))
      const result = await attempt().catch((error: unknown) => {
        if (isOutdated(error)) return attempt()
        throw error
      })
      wake(statement)
      return rows(result)
    },
    async transaction(work) {
      try {
        return await pool.lend((client) => transaction(client, { work, run, committed: wake }))
      } catch (error) {
        if (!isOutdated(error)) throw error
        // Only the caller knows whether its work beside the statements may be repeated.
        throw new DatabaseUnavailable({ failure: 'refusing', code: '0A000', isUnknown: false, cause: error })
      }
    },
    listen: (channel, onPayload) => notifications.listen(channel, onPayload),
    size: max,
    leaseOwner: () => notifications.leaseOwner(),
    async close() {
      if (input.listener === undefined) await notifications.close()
      await pool.close()
    },
  }
}

/**
 * Where no index helps, a plan without scans has a cost at which PostgreSQL would compile it to machine code, at every
 * execution: half a second for a statement of five milliseconds, in which the server cannot even be stopped.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/**
 * The listening connection to a database. A poll makes up for a notification that a crash loses, so none waits for the
 * disk.
 */
export function openListener(
  address: DatabaseAddress,
  options: ListenerOptions = { ownsLeases: false },
): Listener {
  const { url, directUrl = url, schema } = address
  return listener(
    connectionTo(directUrl, address, { synchronous_commit: 'off', application_name: `${schema}-listener` }),
    options,
  )
}

type Run = (client: ClientBase, statement: Statement) => Promise<QueryResult>

/** Runs statements under their names, by which each connection prepares them once, or without. */
function runner(statementNames: boolean): Run {
  return (client, { name, text, values }) => {
    const query: QueryConfig = { text, values: [...values] }
    return client.query(statementNames ? { name, ...query } : query)
  }
}

async function transaction<Result>(
  client: ClientBase,
  input: {
    work: (query: Query) => Promise<Result>
    run: Run
    committed: (statement: Statement) => void
  },
): Promise<Result> {
  const done: Statement[] = []
  let isLost = false
  /** Until the commit is sent, losing the connection rolls everything back. */
  const uncommitted = (error: unknown): never => {
    const away = databaseUnavailableOf(error, true)
    if (away === undefined) throw error
    isLost = away.failure === 'gone'
    throw away.asNotDone()
  }
  const result = await begun().catch(async (error: unknown) => {
    if (!isLost) await rollBack(client, error)
    throw error
  })
  const { command } = await client.query('commit')
  if (command !== 'COMMIT') throw new Error('A transaction was committed of which a statement had failed.')
  done.forEach(input.committed)
  return result

  async function begun(): Promise<Result> {
    await client.query('begin').catch(uncommitted)
    return input.work(async (statement) => {
      checkFence()
      done.push(statement)
      return rows(await input.run(client, statement).catch(uncommitted))
    })
  }
}

async function rollBack(client: ClientBase, after: unknown): Promise<void> {
  await client.query('rollback').catch((failed: unknown) => {
    throw (
      databaseUnavailableOf(failed, false) ??
      new AggregateError([after], 'The rollback failed.', { cause: failed })
    )
  })
}

function rows<Row extends object>(result: QueryResult): Row[] {
  return result.rows as Row[]
}
