import { Client } from 'pg'
import { CallRefused } from '../cli/CallRefused.ts'
import { databaseUnavailableOf } from '../postgres/DatabaseUnavailable.ts'
import { nameIn, tablesOf } from './tables.ts'

/** A database as it was at one moment, while it is open. */
export type Snapshot = {
  readonly client: Client
  readonly at: Date
  readonly server: string
  close(): Promise<void>
}

/**
 * Opens a snapshot of a program's tables now. Later commits are not visible in it. Whoever would take a table's rows away as a
 * whole, as an archive of months does, waits until it is closed: PostgreSQL hides that from no snapshot.
 * @param input.url the owner's address
 * @throws DatabaseUnavailable when the server does not let us in
 * @throws CallRefused where a table is being changed for seconds
 */
export async function openSnapshot({ url, schema }: { url: string; schema: string }): Promise<Snapshot> {
  const client = await openOwner(url)
  try {
    const tables = await tablesOf(client, schema)
    await client.query('begin isolation level repeatable read read only')
    await lockForReading(
      client,
      tables.map(({ name }) => nameIn(schema, name)),
    )
    const { rows } = await client.query<{ at: Date; server: string }>(
      `select clock_timestamp() as at, current_setting('server_version') as server`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('A statement without a table gave no row.')
    return { client, ...row, close: () => client.end() }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** Takes the locks of a reader, before the snapshot is taken: one that is older than the lock could miss what left meanwhile. */
async function lockForReading(client: Client, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await client.query(`set local lock_timeout = '3s'`)
  try {
    await client.query(`lock table ${tables.map((table) => `only ${table}`).join(', ')} in access share mode`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '55P03')
      throw new CallRefused(
        'A table is being changed, by “migrate” or “partitions”. Nothing was written; try again.',
      )
    throw error
  }
  await client.query('set local lock_timeout = 0')
}

/**
 * Connects as a database's owner, for work that may take hours.
 * @throws DatabaseUnavailable when the server does not let us in
 */
export async function openOwner(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  })
  client.on('error', () => {}) // The running statement fails with it.
  try {
    await client.connect()
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw databaseUnavailableOf(error, false) ?? error
  }
}
