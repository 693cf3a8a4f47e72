import { Pool, type ClientConfig, type PoolClient } from 'pg'
import { within } from '../http/within.ts'
import type { Availability } from './availability.ts'
import { ClientWithSocket } from './ClientWithSocket.ts'
import { databaseUnavailableOf, DatabaseUnavailable } from './DatabaseUnavailable.ts'
import { isOutdated } from './isOutdated.ts'
import { reconnection as newReconnection, type Reconnection } from './reconnection.ts'
import { REPLICATION_PROOF, type Replication } from './replication.ts'

/** A pool that discards its connections as soon as one of them reports that the server has changed. */
export type Connections = {
  /**
   * Lends a connection while `work` runs, once what it may read there is known to be replicated.
   * @throws DatabaseUnavailable when there is none, or it is lost meanwhile; and any error of `work`
   */
  lend<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result>
  /** Closes all connections, lent ones a moment later. Never waits for a server that does not answer. */
  close(): Promise<void>
}

const IDLE_MS = 10_000
/** How long running work may take to end by itself, milliseconds. */
const CLOSE_MS = 100

export function connections(
  config: ClientConfig,
  input: {
    max: number
    idleMs?: number | undefined
    watch: Availability
    reconnection?: Reconnection | undefined
    replication?: Replication | undefined
  },
): Connections {
  const { max, idleMs = IDLE_MS, watch, reconnection = newReconnection(), replication } = input
  const open = new Set<ClientWithSocket>()
  const lent = new Set<ClientWithSocket>()
  const old = new WeakSet<ClientWithSocket>()
  let isTrying = false

  /** Made for somebody who has waited for another connection, it is not connected before the next try. */
  class PacedClient extends ClientWithSocket {
    constructor(options?: ClientConfig) {
      super(options)
      const { socket } = this
      if (!reconnection.isFree && !isTrying) socket.connect = () => socket.destroy(NOT_YET)
    }
  }
  const pool = new Pool({ ...config, max, idleTimeoutMillis: idleMs, Client: PacedClient })
  // An idle connection that dies is replaced at its next use; the server may be a different one then.
  pool.on('error', () => replication?.doubt())
  pool.on('connect', (client) => client instanceof ClientWithSocket && open.add(client))
  pool.on('remove', (client) => client instanceof ClientWithSocket && open.delete(client))

  /** The next user gets a fresh connection: to the new primary, and to the tables as they are now. */
  function renew(): void {
    for (const client of open) {
      old.add(client)
      if (!lent.has(client)) client.socket.destroy()
    }
  }

  function lost(away: DatabaseUnavailable): void {
    watch.lost(away)
    if (away.failure !== 'slow' && away.code !== DISK_FULL) replication?.doubt()
  }

  /** The pool makes a connection, or has this caller wait for one, before it returns. */
  function tryNow(): Promise<PoolClient> {
    isTrying = true
    const connecting = pool.connect()
    isTrying = false
    return connecting
  }

  async function connect(): Promise<ClientWithSocket & PoolClient> {
    for (;;) {
      if (pool.ending) throw programEnding()
      const connecting = pool.idleCount > 0 ? pool.connect() : reconnection.connect(tryNow)
      const client = await connecting.catch((error: unknown) => {
        if (error === NOT_YET) return undefined
        const away = databaseUnavailableOf(error, false)
        if (away === undefined) throw error
        lost(away)
        if (away.failure !== 'slow') reconnection.lost()
        throw away
      })
      if (client === undefined) continue
      if (!(client instanceof ClientWithSocket))
        throw new Error('The pool lent a client that it did not make.')
      if (!client.socket.destroyed) return client
      client.release(true)
    }
  }

  return {
    async lend(work) {
      const { losses } = watch
      const client = await connect()
      lent.add(client)
      let isUnreplicated = false
      const onNotice = ({ routine }: { routine?: string | undefined }) =>
        (isUnreplicated ||= routine === REPLICATION_WAIT)
      client.on('notice', onNotice)
      let broken: DatabaseUnavailable | undefined
      try {
        if (replication?.isKnown === false) {
          const { doubts } = replication
          await client.query(REPLICATION_PROOF.text)
          if (isUnreplicated) throw notReplicated().asNotDone()
          replication.know(doubts)
        }
        const result = await work(client)
        if (isUnreplicated) throw notReplicated()
        watch.answered(losses)
        if (losses === watch.losses) reconnection.answered()
        return result
      } catch (error) {
        // The other connections have prepared the outdated statements too.
        if (isOutdated(error)) renew()
        broken = databaseUnavailableOf(error, true)
        if (broken === undefined) throw error
        lost(broken)
        const isStale = broken.failure === 'gone' || broken.code === READ_ONLY
        if (isStale) reconnection.lost()
        if (isStale && !old.has(client)) renew()
        throw broken
      } finally {
        lent.delete(client)
        client.off('notice', onNotice)
        // A server with a full disk accepts no new connections, but existing ones may still read.
        const isSpoilt = broken !== undefined && broken.code !== DISK_FULL
        client.release(isSpoilt || old.has(client))
        if (isSpoilt) client.socket.destroy()
      }
    },
    async close() {
      const ended = pool.end()
      await within(CLOSE_MS, ended)
      for (const client of open) client.socket.destroy()
      await within(CLOSE_MS, ended)
    },
  }
}

/** SQLSTATEs of a server that became a standby, and of one with a full disk. */
const READ_ONLY = '25006'
const DISK_FULL = '53100'

/** The end of a connection that was not tried. */
const NOT_YET = new Error('It is not time for the next connection.')

/**
 * The routine in which the server warns that it no longer waits for a standby to receive a commit (syncrep.c);
 * independent of its language.
 */
const REPLICATION_WAIT = 'SyncRepWaitForLSN'

/** The database was not asked; another process, or the next start, can ask it. */
function programEnding(): DatabaseUnavailable {
  return new DatabaseUnavailable({
    failure: 'gone',
    code: 'program_ending',
    isUnknown: false,
    cause: undefined,
  })
}

/** What is committed only here is lost with this server's disk, so it is not acknowledged. */
function notReplicated(): DatabaseUnavailable {
  return new DatabaseUnavailable({
    failure: 'gone',
    code: 'not_replicated',
    isUnknown: true,
    cause: undefined,
  })
}
