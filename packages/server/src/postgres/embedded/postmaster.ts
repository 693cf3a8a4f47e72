import { execFile, spawn } from 'node:child_process'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Binaries } from './binaries.ts'
import type { DataFolder } from './dataFolder.ts'

/** A server process of a cluster, started by us or found running. */
export type Postmaster = { readonly pid: number; readonly port: number }

const run = promisify(execFile)

/**
 * The server that is running on a cluster, by the file that it writes there (its first line is the process id, its
 * fourth the port). A file left by an ended server is kept for the next server to judge. But if another program has
 * that process id now, the file is removed, since a server would mistake that program for its predecessor.
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

/** Whether a process exists, even one that we may not signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A process's command line. Linux has it in a file, so that `ps` is not needed. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return run('ps', ['-p', String(pid), '-o', 'args=']).then(
    ({ stdout }) => stdout,
    () => '',
  )
}

const LARGEST_LOG = 10 * 1024 * 1024

/**
 * Starts a server in a session of its own, so that a Ctrl-C in the terminal does not reach it before its users have
 * finished. It gets none of our environment. Its log contains no statements and no values.
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
    max_connections: input.unsafe ? '400' : '200',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(input.unsafe ? { fsync: 'off', full_page_writes: 'off' } : {}),
  }
  return Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
