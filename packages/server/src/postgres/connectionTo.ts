import type { ClientConfig } from 'pg'
import { parsers } from './parsers.ts'

/** How long a connection may take to be made, a statement to be answered, and a transaction to rest, milliseconds. */
const CONNECT_MS = 5_000
const STATEMENT_MS = 10_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** What the network may add to a statement's time before its answer counts as lost, milliseconds. */
const NETWORK_MS = 1_000

/** Whose session it is, and where it begins. */
export type SessionOf = { readonly schema: string; readonly role?: string | undefined }

/** What every session of a program is set to. */
export function settingsOf({ schema }: SessionOf): Readonly<Record<string, string>> {
  return {
    search_path: schema,
    statement_timeout: `${STATEMENT_MS}ms`,
    idle_in_transaction_session_timeout: `${IDLE_IN_TRANSACTION_MS}ms`,
    timezone: 'UTC',
  }
}

/**
 * How to connect. Session settings go into the startup message, after the address's own, so that none is ever without.
 * @param more settings beside the program's own
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

/** How to connect without a word about the session, as a pooler asks for. */
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
