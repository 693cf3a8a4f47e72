import { access, constants, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { silentLog } from '../../src/log.ts'
import { startEmbedded } from '../../src/postgres/embedded.ts'
import { clusterIn } from '../../src/postgres/embedded/dataFolder.ts'
import { isAlive } from '../../src/postgres/embedded/postmaster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The superuser's address of the server that all tests of a run share. Its parameter `host`, where there is one, is
     * the folder of a socket, by which a statement takes much less of the processors than by its host and port.
     */
    postgresUrl: string
  }
}

const PREFIX = 'cambio-test-run-'

/**
 * Where Linux keeps files in memory: the folder for temporary files of a run and of all its tests, where it has room.
 * They make and drop hundreds of databases of three hundred files each, which takes a disk a fifth of the run.
 */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/** Starts one PostgreSQL for a whole run and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isInMemory = await isRoomy(MEMORY)
  if (isInMemory) process.env['TMPDIR'] = MEMORY
  await clearLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`))
  // The path of a socket may be no longer than a hundred characters, which folders elsewhere may take up.
  const server = await startEmbedded({ dataDir, log: silentLog, unsafe: true, socket: isInMemory })
  const url = new URL(server.url('postgres'))
  if (isInMemory) url.searchParams.set('host', clusterIn(server.dataDir))
  await lightenServer(url)
  project.provide('postgresUrl', url.href)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Has the server do less. A run logs in some ten thousand times: by a password that was hashed once, each takes a fifth
 * less. A statement that reads many tables, each of a few rows, would start two processes to read them, and compile
 * itself: that takes several times as long as reading them. A process a second would look for tables to vacuum, which
 * those of the tests refuse.
 */
async function lightenServer(url: URL): Promise<void> {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query('set scram_iterations = 1')
    const password = client.escapeLiteral(decodeURIComponent(url.password))
    const role = client.escapeIdentifier(url.username)
    await client.query(`alter role ${role} password ${password}`)
    for (const setting of ['max_parallel_workers_per_gather = 0', 'jit = off'])
      await client.query(`alter role ${role} set ${setting}`)
    await client.query('alter system set autovacuum = off')
    await client.query('select pg_reload_conf()')
  } finally {
    await client.end()
  }
}

/** A run that was killed leaves its server behind, since servers outlive their programs: the next run ends it. */
async function clearLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : Number.NaN
    if (Number.isNaN(pid) || isAlive(pid)) continue
    const dataDir = join(tmpdir(), name)
    const leftover = await startEmbedded({ dataDir, log: silentLog, unsafe: true }).catch(() => undefined)
    if (leftover === undefined) continue
    await leftover.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Whether a folder is there, is ours to write and has room for a run: a container's is often much too small. */
async function isRoomy(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= NEEDED_BYTES
  } catch {
    return false
  }
}
