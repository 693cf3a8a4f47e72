import { escapeIdentifier, type ClientConfig, type QueryResult } from 'pg'
import { within } from '../http/within.ts'
import { ClientWithSocket } from './ClientWithSocket.ts'

/** One direct connection that listens, notifies, and keeps a lock while it lives. */
export type LeaseSession = {
  /** The number of its lock; null for a session without one. */
  readonly leaseOwner: number | null
  /** Resolves when the connection is lost or ended. */
  readonly ended: Promise<void>
  listen(channel: string): Promise<void>
  /** @param begun called just before the notification is sent */
  notify(channel: string, begun: () => void): Promise<void>
  /** Closes the connection, and does not wait long for the server. */
  end(): Promise<void>
}

const CONNECT_MS = 3_000
const STATEMENT_MS = 2_000
const PROBE_MS = 1_000
const LEAVE_MS = 100

/** Makes the server notice within three seconds that this process is gone, and release the session's locks. */
const KEEPALIVES =
  'set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2'

/** The class of all locks that show that a process lives. The number is arbitrary. */
export const PROCESS_LOCK = 1_128_353_090

/**
 * Opens a session. It runs a statement every second, since a vanished server looks like one without notifications; if
 * one is not answered in time, the session has ended.
 * @param input.holds whether it registers in the table `process` and keeps the lock of that row
 */
export async function openSession(
  config: ClientConfig,
  input: {
    ownsLeases: boolean
    /** The layouts of the database that the program knows; names without quotes. */
    layouts: readonly string[]
    onNotification: (channel: string, payload: string) => void
    stopped: AbortSignal
  },
): Promise<LeaseSession> {
  const client = new ClientWithSocket({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS,
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const lose = () => {
    client.socket.destroy()
    resolve()
  }
  client.on('error', lose)
  client.on('end', lose)
  client.on('notification', ({ channel, payload = '' }) => input.onNotification(channel, payload))
  input.stopped.addEventListener('abort', lose, { once: true })
  void ended.then(() => input.stopped.removeEventListener('abort', lose))

  /** A connection runs one statement at a time, and its users do not know of each other. */
  let running: Promise<unknown> = Promise.resolve()
  const run = (text: string, begun?: () => void): Promise<QueryResult> => {
    const answer = running.then(() => {
      begun?.()
      return client.query(text)
    })
    running = answer.catch(() => {})
    return answer
  }

  try {
    await client.connect()
    await run(KEEPALIVES)
    const leaseOwner = input.ownsLeases ? await takeOwnership(run, input.layouts) : null
    const probe = setInterval(() => void run('select 1').catch(lose), PROBE_MS).unref()
    void ended.then(() => clearInterval(probe))
    return {
      leaseOwner,
      ended,
      async listen(channel) {
        await run(`listen ${escapeIdentifier(channel)}`).catch(lose)
      },
      async notify(channel, begun) {
        await run(`notify ${escapeIdentifier(channel)}`, begun).catch(lose)
      },
      async end() {
        await within(LEAVE_MS, Promise.race([ended, running.then(() => client.end())]))
        lose()
      },
    }
  } catch (error) {
    lose()
    throw error
  }
}

/** Draws a number that no living process has, locks it, and records it so that its end is noticed. */
async function takeOwnership(
  run: (text: string) => Promise<QueryResult>,
  layouts: readonly string[],
): Promise<number> {
  for (;;) {
    const { rows } = await run(
      `with drawn as materialized (select (random() * 2147483646)::int4 + 1 as id),
         held as materialized (select id from drawn where pg_try_advisory_lock(${PROCESS_LOCK}, id))
       insert into process (id, started_at, seen_at, layouts) select id, now(), now(), '{${layouts.join()}}' from held
       on conflict do nothing returning id`,
    )
    const id: unknown = rows[0]?.id
    if (typeof id === 'number') return id
  }
}
