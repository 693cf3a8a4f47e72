import { escapeIdentifier, type ClientConfig, type QueryResult } from 'pg'
import { within } from '../http/within.ts'
import { ClientWithSocket } from './ClientWithSocket.ts'

/** One direct connection that listens, notifies, and keeps a lock for as long as it lives. */
export type LeaseSession = {
  /** What its lock is on; null for a session that holds none. */
  readonly leaseOwner: number | null
  /** Resolves when the connection is lost, or ended. */
  readonly ended: Promise<void>
  listen(channel: string): Promise<void>
  /** @param begun is called when the notification's turn has come, just before it is sent */
  notify(channel: string, begun: () => void): Promise<void>
  /** Takes leave, and does not wait long for the other end. */
  end(): Promise<void>
}

const CONNECT_MS = 3_000
const STATEMENT_MS = 2_000
const PROBE_MS = 1_000
const LEAVE_MS = 100

/** How the server notices within three seconds that this end is gone, and lets go of what the session holds. */
const KEEPALIVES =
  'set tcp_keepalives_idle = 1; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 2'

/** The name of all locks by which processes say that they live. Any number would do. */
export const PROCESS_LOCK = 1_128_353_090

/**
 * Opens a session. It runs a statement every second, since a server that vanished looks like one that has no
 * notification; when one is not answered in time, the session has ended.
 * @param input.holds whether it registers in the table `process` and holds the lock of that row
 */
export async function openSession(
  config: ClientConfig,
  input: {
    ownsLeases: boolean
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

  /** A connection takes one statement at a time, and its users do not know of each other. */
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
    const leaseOwner = input.ownsLeases ? await takeOwnership(run) : null
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

/** Draws a number that no living process has, holds it, and writes it down so that its end is noticed. */
async function takeOwnership(run: (text: string) => Promise<QueryResult>): Promise<number> {
  for (;;) {
    const { rows } = await run(
      `with drawn as materialized (select (random() * 2147483646)::int4 + 1 as id),
         held as materialized (select id from drawn where pg_try_advisory_lock(${PROCESS_LOCK}, id))
       insert into process (id, started_at, seen_at) select id, now(), now() from held
       on conflict do nothing returning id`,
    )
    const id: unknown = rows[0]?.id
    if (typeof id === 'number') return id
  }
}
