import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client } from 'pg'
import { freePort } from '../freePort.ts'
import type { Log } from '../log.ts'
import { StartRefused } from '../settings/StartRefused.ts'
import { findBinaries, type Binaries } from './embedded/binaries.ts'
import { ensureCluster, hasCluster, SUPERUSER } from './embedded/cluster.ts'
import { dataFolderPath, openDataFolder, type DataFolder } from './embedded/dataFolder.ts'
import { findPostmaster, isAlive, spawnPostmaster, type Postmaster } from './embedded/postmaster.ts'

/** A PostgreSQL that this process started, or found running from an earlier one and adopted. */
export type Embedded = {
  /** The actual data folder; not the requested one where the server's user cannot enter that. */
  readonly dataDir: string
  /** The address of a database, for the superuser or for a login of its own. */
  url(database: string, login?: { user: string; password: string }): string
  /** Stops the server: connections are cut, and what is committed is on disk. */
  stop(): Promise<void>
}

const RESTORE_MS = 1_000

/** The server that another process runs on a data folder; undefined where none runs. */
export async function findEmbedded(dataDir: string): Promise<Omit<Embedded, 'stop'> | undefined> {
  const path = await dataFolderPath(dataDir)
  if (!(await hasCluster(path))) return undefined
  const folder = await openDataFolder(path)
  const running = await findPostmaster(folder)
  if (running === undefined) return undefined
  return {
    dataDir: folder.path,
    url: (database, login) => addressOf(folder, running.port, database, login),
  }
}

/**
 * Checks that no other process uses the database of a data folder, before anything is started.
 * @throws StartRefused with that process's id
 */
export async function refuseIfInUse(dataDir: string): Promise<void> {
  const path = await dataFolderPath(dataDir)
  if (!(await hasCluster(path))) return
  const folder = await openDataFolder(path)
  const running = await findPostmaster(folder)
  if (running === undefined) return
  const client = new Client({ connectionString: addressOf(folder, running.port, 'postgres') })
  client.on('error', () => {})
  try {
    await client.connect()
    const pid = await pidOf(client)
    if (pid !== undefined && isAlive(pid)) throw alreadyRuns(folder, pid)
  } catch (error) {
    if (error instanceof StartRefused) throw error
    // A server that does not answer, or is still starting, is checked again when the database is opened.
  } finally {
    await client.end().catch(() => {})
  }
}

function alreadyRuns({ path }: DataFolder, pid: number): StartRefused {
  return new StartRefused(
    `Cambio already runs on ${path} as process ${pid}: stop it with "kill ${pid}", or set DATA_DIR to another folder.`,
  )
}

type Starting = {
  folder: DataFolder
  binaries: Binaries
  unsafe: boolean
  socket: boolean
  progress: (sentence: string) => void
}

/**
 * Runs PostgreSQL on a data folder until this process stops it, and only for this process: a second one is refused. A
 * server that outlived its process (kill -9) is adopted; one that dies is started again.
 */
export async function startEmbedded(input: {
  dataDir: string
  log: Log
  progress?: (sentence: string) => void
  /** For tests only: where root's default folder goes when the server's user cannot enter it. */
  shelter?: string
  /** For tests only: no fsync, so that a thousand small commits do not wait for a disk, and many connections. */
  unsafe?: boolean
  /** For tests only: also listens on a socket file in its cluster folder. */
  socket?: boolean
}): Promise<Embedded> {
  const { progress = () => {} } = input
  const folder = await openDataFolder(input.dataDir, input.shelter)
  const binaries = await findBinaries(folder)
  await ensureCluster(folder, binaries, progress)
  const { unsafe = false, socket = false } = input
  const starting = { folder, binaries, unsafe, socket, progress }

  const stop = new AbortController()
  let postmaster: Postmaster
  let claim: Client

  async function secure(): Promise<void> {
    postmaster = await findOrStart(starting)
    claim = await claimServer(addressOf(folder, postmaster.port, 'postgres'), folder)
    claim.once('end', () => {
      if (!stop.signal.aborted) securing = restore()
    })
  }

  async function restore(): Promise<void> {
    input.log.warn('the embedded database was lost and is being started again', { dataDir: folder.path })
    while (!stop.signal.aborted) {
      try {
        return await secure()
      } catch (error) {
        input.log.error('the embedded database could not be started again', { error, dataDir: folder.path })
        await after(RESTORE_MS)
      }
    }
  }

  let securing = secure()
  await securing
  return {
    dataDir: folder.path,
    url: (database, login) => addressOf(folder, postmaster.port, database, login),
    async stop() {
      stop.abort()
      await securing // A server that is being restarted would outlive us.
      await stopPostmaster(folder, postmaster)
      await claim.end().catch(() => {})
    },
  }
}

function addressOf(
  folder: DataFolder,
  port: number,
  database: string,
  login: { user: string; password: string } = { user: SUPERUSER, password: folder.password },
): string {
  const user = encodeURIComponent(login.user)
  const password = encodeURIComponent(login.password)
  return `postgres://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

const START_ATTEMPTS = 20
const BETWEEN_ATTEMPTS_MS = 100

/**
 * The running server of a folder, started if there is none. Several may try: the cluster allows one server. It allows
 * none while processes of a killed one are still ending, hence the attempts.
 */
async function findOrStart(starting: Starting): Promise<Postmaster> {
  for (let attempt = 0; attempt < START_ATTEMPTS; attempt++) {
    const running = await findPostmaster(starting.folder)
    if (running !== undefined && (await answers(starting.folder, running, stillThere(running))))
      return running
    const started = running === undefined ? await start(starting) : undefined
    if (started !== undefined) return started
    await after(BETWEEN_ATTEMPTS_MS)
  }
  throw new StartRefused(
    `The database does not start: ${starting.folder.log} says why. It needs free disk space and memory; DATABASE_URL uses a PostgreSQL of your own instead.`,
  )
}

function stillThere({ pid }: Postmaster): () => boolean {
  return () => isAlive(pid)
}

async function start(starting: Starting): Promise<Postmaster | undefined> {
  const { folder, binaries, unsafe, socket, progress } = starting
  progress('Starting the database…')
  const portFile = join(folder.path, 'postgres.port')
  const lastPort = Number(await readFile(portFile, 'utf8').catch(() => '0'))
  const port = await freePort(lastPort)
  const { pid, exited } = await spawnPostmaster(folder, binaries, { port, unsafe, socket })
  let running = true
  void exited.then(() => (running = false))
  if (!(await answers(folder, { pid, port }, () => running))) return undefined
  await writeFile(portFile, String(port))
  return { pid, port }
}

const RECOVERY_MS = 300_000
const ASK_AGAIN_MS = 20

/**
 * Waits until the server of this folder answers, while it lives: after a crash it first replays its log. Another
 * program on the port never answers like that.
 */
async function answers(folder: DataFolder, { port }: Postmaster, alive: () => boolean): Promise<boolean> {
  const deadline = Date.now() + RECOVERY_MS
  while (alive() && Date.now() < deadline) {
    const client = new Client({
      connectionString: addressOf(folder, port, 'postgres'),
      connectionTimeoutMillis: 5_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ data_directory: string }>('show data_directory')
      if (rows[0]?.data_directory === folder.cluster) return true
    } catch {
      // It does not listen yet, or reports that it is still starting.
    } finally {
      await client.end().catch(() => {})
    }
    await after(ASK_AGAIN_MS)
  }
  return false
}

const CLAIM = 0x63616d62
const GRACE_MS = 5_000

/**
 * Locks the server for this process: the server itself releases the lock when our connection ends, however this process
 * ends. A second process learns which one has the lock. The server gets a moment to notice that a process has just
 * died.
 */
async function claimServer(url: string, folder: DataFolder): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: String(process.pid), keepAlive: true })
  client.on('error', () => {}) // The end of the connection, which follows, releases the lock.
  await client.connect()
  const deadline = Date.now() + GRACE_MS
  for (;;) {
    const { rows } = await client.query<{ claimed: boolean }>(
      `select pg_try_advisory_lock(${CLAIM}) as claimed`,
    )
    if (rows[0]?.claimed === true) return client
    const pid = await pidOf(client)
    if (pid !== undefined && (isAlive(pid) || Date.now() > deadline)) {
      await client.end()
      throw alreadyRuns(folder, pid)
    }
    await after(ASK_AGAIN_MS)
  }
}

async function pidOf(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity join pg_locks using (pid)
     where locktype = 'advisory' and objid = ${CLAIM} and granted`,
  )
  return rows[0] === undefined ? undefined : Number(rows[0].application_name)
}

const FAST_STOP_MS = 30_000

/**
 * A fast shutdown: sessions are cut and everything is written. A server that hangs is killed; the next start recovers.
 */
async function stopPostmaster(folder: DataFolder, postmaster: Postmaster): Promise<void> {
  signal(postmaster.pid, 'SIGINT')
  const deadline = Date.now() + FAST_STOP_MS
  while ((await findPostmaster(folder))?.pid === postmaster.pid) {
    if (Date.now() > deadline) return signal(postmaster.pid, 'SIGQUIT')
    await after(ASK_AGAIN_MS)
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}
