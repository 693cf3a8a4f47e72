import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeServer, type DebianServer } from '../debian/debianServer.ts'

const STANZA = 'cambio'
const PROGRAM = '/usr/bin/pgbackrest'

/** Debian's PostgreSQL in a folder of its own; pgBackRest archives its log. */
export type ArchivedServer = DebianServer & {
  /** Runs pgBackRest for it. @returns its output */
  pgBackRest(...words: string[]): Promise<string>
}

/** @throws Error that names the missing Debian package */
export async function makeArchivedServer(folder: string, port: number): Promise<ArchivedServer> {
  if (!existsSync(PROGRAM)) throw new Error('pgBackRest is missing: run "apt-get install pgbackrest".')
  const config = join(folder, 'pgbackrest.conf')
  const archive = `${PROGRAM} --config=${config} --stanza=${STANZA} archive-push %p`
  const server = await makeServer({
    folder,
    port,
    settings: ['archive_mode = on', `archive_command = '${archive}'`],
    folders: ['repository', 'lock'],
  })
  await writeFile(config, configuration(folder, port))
  return {
    ...server,
    pgBackRest: (...words) => server.call(PROGRAM, `--config=${config}`, `--stanza=${STANZA}`, ...words),
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
