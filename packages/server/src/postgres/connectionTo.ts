import type { ClientConfig } from 'pg'
import { parsers } from './parsers.ts'

/** Time limits for connecting, for a statement and for an idle transaction, milliseconds. */
const CONNECT_MS = 5_000
const STATEMENT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** The time that the network may add to a statement before its answer counts as lost, milliseconds. */
const NETWORK_MS = 1_000

/** The schema and the role of a session. */
export type SessionOf = { readonly schema: string; readonly role?: string | undefined }

/** The settings of every session of a program. */
export function settingsOf({ schema }: SessionOf): Readonly<Record<string, string>> {
  return {
    search_path: schema,
    statement_timeout: `${STATEMENT_MS}ms`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}ms`,
    timezone: 'UTC',
  }
}

/**
 * How to connect. Session settings go into the startup message, after the address's own, so that every session has
 * them.
 * @param more settings in addition to the program's own
 */
export function connectionTo(
  address: string,
  session: SessionOf,
  more: Readonly<Record<string, string>> = {},
): ClientConfig {
  const url = new URL(address)
  const { role } = session
  const settings = { ...more, ...settingsOf(session), ...(role === undefined ? {} : { role }) }
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const options = [url.searchParams.get('options') ?? '', ...ours].join(' ').trim()
  return { ...plainConnectionTo(address), options }
}

/** How to connect without session settings, as a pooler requires. */
export function plainConnectionTo(address: string): ClientConfig {
  const url = new URL(address)
  url.searchParams.delete('options')
  return {
    connectionString: url.href,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS + NETWORK_MS,
    keepAlive: true,
    types: parsers,
  }
}
