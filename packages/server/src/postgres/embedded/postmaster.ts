import { execFile, spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './dataFolder.ts'

/** A server process that works on a cluster, ours by birth or found running. */
export type Postmaster = { readonly pid: number; readonly port: number }

const run = promisify(execFile)

/**
 * The server that is running on a cluster, by the file it writes there (its first line is the process, its fourth the
 * port). A file left by a server that is gone is left for the next server to judge; but when the system has given the
 * number to another program meanwhile, it is removed, since a server would take that program for its predecessor.
 */
export async function findPostmaster(folder: DataFolder): Promise<Postmaster | undefined> {
  const file = join(folder.cluster, 'postmaster.pid')
  const lines = await readFile(file, 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  const port = Number(lines[3])
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return undefined
  if (!(await commandOf(pid)).includes(folder.cluster)) {
    await rm(file, { force: true })
    return undefined
  }
  return port > 0 ? { pid, port } : undefined
}

/** Whether a process exists; one that we may not signal does. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A process's command line. Linux tells it in a file, so that no `ps` has to be there. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return run('ps', ['-p', String(pid), '-o', 'args=']).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

const LARGEST_LOG = 10 * 1024 * 1024

/**
 * Starts a server in a session of its own, so that a Ctrl-C in the terminal does not reach it before those who use it
 * have finished. It gets none of our environment. Its log holds no statement and no value.
 */
export async function spawnPostmaster(
  folder: DataFolder,
  binaries: Binaries,
  input: { port: number; unsafe: boolean; socket: boolean },
): Promise<{ pid: number; exited: Promise<void> }> {
  const log = await open(folder.log, 'a', 0o600)
  try {
    if ((await log.stat()).size > LARGEST_LOG) await log.truncate()
    const child = spawn(binaries.postgres, ['-D', folder.cluster, ...settings(folder, input)], {
      ...folder.user,
      cwd: '/',
      env: {},
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    child.unref()
    return { pid: child.pid ?? 0, exited }
  } finally {
    await log.close()
  }
}

function settings(
  { cluster }: DataFolder,
  input: { port: number; unsafe: boolean; socket: boolean },
): string[] {
  const options = {
    listen_addresses: '127.0.0.1',
    port: String(input.port),
    unix_socket_directories: input.socket ? cluster : '',
    max_connections: '200',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(input.unsafe ? { fsync: 'off', full_page_writes: 'off' } : {}),
  }
  return Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
