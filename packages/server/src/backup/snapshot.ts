import { Client } from 'pg'
import { databaseUnavailableOf } from '../postgres/DatabaseUnavailable.ts'

/** A database as it was at one moment, while it is open. */
export type Snapshot = {
  readonly client: Client
  readonly at: Date
  readonly server: string
  close(): Promise<void>
}

/**
 * Opens a snapshot of a database now. Later commits are not visible in it.
 * @param url the owner's address
 * @throws DatabaseUnavailable when the server does not let us in
 */
export async function openSnapshot(url: string): Promise<Snapshot> {
  const client = await openOwner(url)
  try {
    await client.query('begin isolation level repeatable read read only')
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
