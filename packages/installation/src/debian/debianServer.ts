import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const BIN = '/usr/lib/postgresql/15/bin'

/** Debian's PostgreSQL, with its programs, in a folder of its own. It trusts every user of this machine. */
export type DebianServer = {
  url(database: string): string
  start(): Promise<void>
  /** Stops it at once, as a crash does. */
  crash(): Promise<void>
  /** Runs a program as the server's user. @returns its output */
  call(program: string, ...words: string[]): Promise<string>
  readonly dataDir: string
}

/**
 * Creates a server without starting it.
 * @param made.settings lines of its configuration beside the port
 * @param made.folders more folders below its own, which belong to its user
 * @throws Error that names the missing Debian package
 */
export async function makeServer(made: {
  folder: string
  port: number
  settings?: readonly string[]
  folders?: readonly string[]
}): Promise<DebianServer> {
  const { folder, port, settings = [], folders = [] } = made
  if (!existsSync(`${BIN}/initdb`))
    throw new Error('PostgreSQL 15 is missing: run "apt-get install postgresql-15".')
  const user = await postgresUser()
  const dataDir = join(folder, 'data')
  for (const name of ['', 'data', 'log', ...folders]) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    if (user) await chown(join(folder, name), user.uid, user.gid)
  }
  const options = {
    ...user,
    cwd: folder,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    maxBuffer: 100_000_000,
  }
  const call = async (program: string, ...words: string[]) => (await run(program, words, options)).stdout
  const cluster = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']
  await call(`${BIN}/initdb`, '--pgdata', dataDir, ...cluster)
  const lines = [
    `port = ${port}`,
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = '${folder}'`,
    ...settings,
  ]
  await writeFile(join(dataDir, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
  const control = (...words: string[]) => call(`${BIN}/pg_ctl`, ...words, '--pgdata', dataDir, '--silent')
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async start() {
      await control('start', '--wait', '--log', join(folder, 'log/postgres.log'))
    },
    async crash() {
      await control('stop', '--mode=immediate')
    },
    call: (program, ...words) =>
      call(existsSync(join(BIN, program)) ? join(BIN, program) : program, ...words),
    dataDir,
  }
}

/** The user that PostgreSQL runs as, since it does not run as root; undefined where we are not root. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres.')
  return { uid: Number(uid), gid: Number(gid) }
}
