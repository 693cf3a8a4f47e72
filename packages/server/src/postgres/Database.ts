import type { ClientBase, QueryConfig, QueryResult } from 'pg'
import { silentLog } from '../log.ts'
import { availability, type Availability } from './availability.ts'
import { connections } from './connections.ts'
import { connectionTo, plainConnectionTo, type SessionOf } from './connectionTo.ts'
import { awayOf, DatabaseAway } from './DatabaseAway.ts'
import { checkFence } from './fence.ts'
import { isOutdated } from './isOutdated.ts'
import { listener, type Listener } from './listener.ts'
import type { Replication } from './replication.ts'

/** One SQL statement. Its name is the key under which each connection prepares it once: one name, one text. */
export type Statement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * Channels whose listeners are notified once this is committed. A notification inside the statement would do that at
   * a fifth of the speed: commits that notify wait for each other, one disk write at a time.
   */
  readonly wakes?: readonly string[]
}

/**
 * Runs one statement and gives its rows; `Row` is the statement's own promise of its columns. int8 and whole numeric
 * arrive as bigint. timestamptz arrives as Date, which has milliseconds: where microseconds matter, select
 * `(extract(epoch from column) * 1000000)::int8`.
 * @throws DatabaseAway when the database does not answer, or will not do it now
 */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>

/** A pool of connections to one schema. */
export type Database = {
  query: Query
  /**
   * Runs `work` in one transaction (read committed) on one connection; what it throws rolls back and is thrown on. Whether
   * it was committed is unknown only when the answer to its commit was lost.
   */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /**
   * Hears notifications of a channel on a direct connection that is probed and made again when it dies. What is sent
   * while it is away is lost, so it wakes a poll and never replaces it. Gives the function that stops listening.
   */
  listen(channel: string, onPayload: (payload: string) => void): Promise<() => Promise<void>>
  /** How many connections it has at most. */
  readonly size: number
  /** The lock that says that this process lives, which it leases rows by; null while it holds none. */
  readonly leaseOwner: () => number | null
  /** Ends what is under way, too. Never waits for a server that does not answer. */
  close(): Promise<void>
}

/** Where a database is, and as whom to be there. */
export type DatabaseAddress = SessionOf & {
  readonly url: string
  /** For listening, where `url` is a pooler, which cannot carry notifications. */
  readonly directUrl?: string | undefined
  /** Whether `url` is a pooler that gives each transaction another session: nothing is asked of one. */
  readonly isPooled?: boolean | undefined
  /** Whether statements are prepared under their names; left out: where there is no pooler. */
  readonly statementNames?: boolean | undefined
}

/**
 * Opens a pool. `role` is switched to on every connection, so that a program which was given the owner's address does
 * not run as the owner.
 */
export function openDatabase(
  input: DatabaseAddress & {
    max?: number
    /**
     * Whether each statement is planned once, without its values, as a program's may be: their plans are checked so. Such
     * a plan may be made while a table is small, and stays while it grows, so it reads no table whole where an index
     * answers. Left out, the server plans anew wherever it guesses that another plan would do better.
     */
    plansOnce?: boolean
    /** The program's listening connection, which its opener closes; left out: one of its own. */
    listener?: Listener
    watch?: Availability
    /** Of the program that this is a pool of; left out: it may read what no standby has, as who looks at a server may. */
    replication?: Replication | undefined
  },
): Database {
  const {
    url,
    isPooled = false,
    statementNames = !isPooled,
    max = 10,
    plansOnce = false,
    watch = availability({ log: silentLog }),
    replication,
  } = input
  const plans = plansOnce ? PLANNED_ONCE : {}
  const config = isPooled ? plainConnectionTo(url) : connectionTo(url, input, plans)
  const pool = connections(config, { max, watch, replication })
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
        // It is for the caller to say whether what it did beside its statements may be done again.
        throw new DatabaseAway({ failure: 'refusing', code: '0A000', isUnknown: false, cause: error })
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

const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off' }

/**
 * The listening connection to a database. A notification that a crash loses is made up for by a poll, so none waits for
 * the disk.
 */
export function openListener(
  address: DatabaseAddress,
  options: { ownsLeases: boolean; onLost?: () => void } = { ownsLeases: false },
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
  /** Until the commit is sent, a connection that is lost takes everything back with it. */
  const uncommitted = (error: unknown): never => {
    const away = awayOf(error, true)
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
    throw awayOf(failed, false) ?? new AggregateError([after], 'The rollback failed.', { cause: failed })
  })
}

function rows<Row extends object>(result: QueryResult): Row[] {
  return result.rows as Row[]
}
