import { Pool, type ClientConfig, type QueryConfig, type QueryResult } from 'pg'
import { listener } from './listener.ts'
import { parsers } from './parsers.ts'

/** One SQL statement. Its name is the key under which each connection prepares it once: one name, one text. */
export type Statement = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  /**
   * Channels whose listeners are told once this is committed. A notification inside the statement would do the same at
   * a fifth of the speed: commits that notify wait for each other, one disk write at a time.
   */
  readonly wakes?: readonly string[]
}

/**
 * Runs one statement and gives its rows; `Row` is the statement's own promise of its columns. int8 and whole numeric
 * arrive as bigint. timestamptz arrives as Date, which has milliseconds: where microseconds matter, select
 * `(extract(epoch from column) * 1000000)::int8`.
 */
export type Query = <Row extends object>(statement: Statement) => Promise<Row[]>

/** A pool of connections to one schema. */
export type Database = {
  query: Query
  /** Runs `work` in one transaction (read committed) on one connection; what it throws rolls back and is thrown on. */
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  /**
   * Hears notifications of a channel on a direct connection that is probed and made again when it dies. What is sent
   * while it is away is lost, so it wakes a poll and never replaces it. Gives the function that stops listening.
   */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

const CONNECT_MS = 5_000
const STATEMENT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 10_000

/**
 * Opens a pool. `role` is switched to on every connection, so that a program which was given the owner's address does
 * not run as the owner. `directUrl` is for listening where `url` is a pooler, which cannot carry notifications.
 */
export function openDatabase(input: {
  url: string
  schema: string
  role?: string
  directUrl?: string
  max?: number
}): Database {
  const pool = new Pool({ ...connection(input.url, input), max: input.max ?? 10 })
  pool.on('error', () => {}) // An idle connection that dies is replaced at its next use, which is where it would matter.
  // A notification that a crash loses is made up for by a poll, so none waits for the disk.
  const ears = listener(connection(input.directUrl ?? input.url, input, { synchronous_commit: 'off' }))
  const wake = ({ wakes = [] }: Statement) => wakes.forEach((channel) => ears.notify(channel))
  return {
    async query(statement) {
      const result = await pool.query(prepared(statement))
      wake(statement)
      return rows(result)
    },
    transaction: (work) => transaction(pool, work, wake),
    listen: (channel, heard) => ears.listen(channel, heard),
    async close() {
      await ears.close()
      await pool.end()
    },
  }
}

async function transaction<Result>(
  pool: Pool,
  work: (query: Query) => Promise<Result>,
  committed: (statement: Statement) => void,
): Promise<Result> {
  const client = await pool.connect()
  const done: Statement[] = []
  let broken: Error | undefined
  const onError = (error: Error) => void (broken = error)
  client.on('error', onError)
  try {
    await client.query('begin')
    const result = await work(async (statement) => {
      done.push(statement)
      return rows(await client.query(prepared(statement)))
    })
    await client.query('commit')
    done.forEach(committed)
    return result
  } catch (error) {
    await client.query('rollback').catch((failed: unknown) => {
      broken = failed instanceof Error ? failed : new Error('The rollback failed.')
    })
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** How to connect. Session settings go into the startup message, after the address's own, so none is ever without. */
function connection(
  address: string,
  { schema, role }: { schema: string; role?: string },
  more: Readonly<Record<string, string>> = {},
): ClientConfig {
  const url = new URL(address)
  const options = {
    ...more,
    search_path: schema,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    timezone: 'UTC',
    ...(role === undefined ? {} : { role }),
  }
  const ours = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`)
  const all = [url.searchParams.get('options') ?? '', ...ours].join(' ').trim()
  url.searchParams.delete('options')
  return {
    connectionString: url.href,
    options: all,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types: parsers,
  }
}

function prepared({ name, text, values }: Statement): QueryConfig {
  return { name, text, values: [...values] }
}

function rows<Row extends object>(result: QueryResult): Row[] {
  return result.rows as Row[]
}
