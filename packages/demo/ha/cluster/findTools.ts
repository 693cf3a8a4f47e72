import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

/** The programs of the system that a cluster is made of. */
export type Tools = {
  readonly etcd: string
  readonly haproxy: string
  /** A command with its first words. */
  readonly patroni: readonly string[]
  readonly patronictl: readonly string[]
  readonly patroniVersion: string
  /** Patroni before 3.0.3 can lose acknowledged commits with version 3 of etcd's API, and none with version 2. */
  readonly etcdKey: 'etcd' | 'etcd3'
  readonly postgresBin: string
}

const POSTGRES = '/usr/lib/postgresql'
const FIRST_SAFE_WITH_ETCD3 = [3, 0, 3]

/**
 * Finds the programs. @param folder with Patroni's sources, where it is not the system's that is run
 * @throws StartRefused that names the Debian packages of those that are missing
 */
export async function findTools(folder: string | undefined): Promise<Tools> {
  const needed = [
    ['etcd-server', '/usr/bin/etcd'],
    ['haproxy', '/usr/sbin/haproxy'],
    ['patroni', '/usr/bin/patroni'],
    ['postgresql', POSTGRES],
  ] as const
  const missing = needed.filter(([, path]) => !existsSync(path)).map(([name]) => name)
  // Patroni's own packages bring the libraries that its sources need, too.
  if (missing.length > 0) throw needs(missing)
  const script = (name: string) =>
    folder === undefined ? [`/usr/bin/${name}`] : ['/usr/bin/python3', join(folder, `${name}.py`)]
  const patroni = script('patroni')
  const patroniVersion = await versionOf(patroni)
  const etcdKey = isSafeWithEtcd3(patroniVersion) ? 'etcd3' : 'etcd'
  if (etcdKey === 'etcd' && !existsSync('/usr/lib/python3/dist-packages/etcd')) throw needs(['python3-etcd'])
  return {
    etcd: '/usr/bin/etcd',
    haproxy: '/usr/sbin/haproxy',
    patroni,
    patronictl: script('patronictl'),
    patroniVersion,
    etcdKey,
    postgresBin: await newestPostgres(),
  }
}

function needs(packages: readonly string[]): StartRefused {
  return new StartRefused(
    `Programs are missing: run "apt-get install --no-install-recommends ${packages.join(' ')}" as root.`,
  )
}

async function versionOf([command = '', ...words]: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, [...words, '--version'])
  return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '0'
}

function isSafeWithEtcd3(version: string): boolean {
  const parts = version.split('.').map(Number)
  const different = FIRST_SAFE_WITH_ETCD3.findIndex((part, place) => part !== (parts[place] ?? 0))
  return different === -1 || (parts[different] ?? 0) > (FIRST_SAFE_WITH_ETCD3[different] ?? 0)
}

async function newestPostgres(): Promise<string> {
  const versions = (await readdir(POSTGRES)).map(Number).filter((version) => version >= 15)
  if (versions.length === 0) throw needs(['postgresql'])
  return join(POSTGRES, String(Math.max(...versions)), 'bin')
}
