import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'

const run = promisify(execFile)

const BIN = '/usr/lib/postgresql/15/bin'
const STANZA = 'cambio'

/** A PostgreSQL of Debian's whose log pgBackRest archives, in a folder of its own. */
export type ArchivedServer = {
  url(database: string): string
  start(): Promise<void>
  /** Ends it at once, as a crash does. */
  crash(): Promise<void>
  /** Calls pgBackRest for it. @returns what it said */
  pgBackRest(...words: string[]): Promise<string>
  readonly dataDir: string
}

/** @throws Error that names the Debian packages that are missing */
export async function makeServer(folder: string, port: number): Promise<ArchivedServer> {
  if (!existsSync(`${BIN}/initdb`) || !existsSync('/usr/bin/pgbackrest'))
    throw new Error('PostgreSQL 15 or pgBackRest is missing: run "apt-get install postgresql-15 pgbackrest".')
  const user = await postgresUser()
  const [dataDir, config] = [join(folder, 'data'), join(folder, 'pgbackrest.conf')]
  for (const name of ['', 'data', 'repository', 'log', 'lock']) {
    await mkdir(join(folder, name), { recursive: true, mode: 0o700 })
    if (user) await chown(join(folder, name), user.uid, user.gid)
  }
  await writeFile(config, configuration(folder, port))
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' } }
  const program = (name: string, words: readonly string[]) => run(join(BIN, name), words, options)
  const pgBackRest = async (...words: string[]) =>
    (await run('/usr/bin/pgbackrest', [`--config=${config}`, `--stanza=${STANZA}`, ...words], options)).stdout
  await program('initdb', [
    '--pgdata',
    dataDir,
    '--username=postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
  ])
  const archive = `/usr/bin/pgbackrest --config=${config} --stanza=${STANZA} archive-push %p`
  const settings = [
    `port = ${port}`,
    `listen_addresses = '127.0.0.1'`,
    `unix_socket_directories = '${folder}'`,
    'archive_mode = on',
    `archive_command = '${archive}'`,
  ]
  await writeFile(join(dataDir, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  return {
    url: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    async start() {
      await program('pg_ctl', [
        'start',
        '--wait',
        '--pgdata',
        dataDir,
        '--log',
        join(folder, 'log/postgres.log'),
        '--silent',
      ])
    },
    async crash() {
      await program('pg_ctl', ['stop', '--pgdata', dataDir, '--mode=immediate', '--silent'])
    },
    pgBackRest,
    dataDir,
  }
}

function configuration(folder: string, port: number): string {
  return [
    '[global]',
    `repo1-path=${folder}/repository`,
    'repo1-retention-full=2',
    `log-path=${folder}/log`,
    `lock-path=${folder}/lock`,
    'log-level-console=warn',
    'start-fast=y',
    `[${STANZA}]`,
    `pg1-path=${folder}/data`,
    `pg1-port=${port}`,
    `pg1-socket-path=${folder}`,
    'pg1-user=postgres',
    '',
  ].join('\n')
}

/** PostgreSQL does not run as root; undefined where we are not. */
async function postgresUser(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined) throw new Error('There is no user postgres.')
  return { uid: Number(uid), gid: Number(gid) }
}
