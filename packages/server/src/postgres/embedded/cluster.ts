import { execFile } from 'node:child_process'
import { chown, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '../../settings/StartRefused.ts'
import type { Binaries } from './binaries.ts'
import { clusterIn, type DataFolder } from './dataFolder.ts'

/** The one login of a fresh cluster. */
export const SUPERUSER = 'postgres'

const run = promisify(execFile)

/**
 * Makes the cluster where there is none. It is made beside its final path and renamed when complete, so that an
 * existing one is never half made. Of two that are made at the same time, the first is used.
 */
export async function ensureCluster(
  folder: DataFolder,
  binaries: Binaries,
  progress: (sentence: string) => void,
): Promise<void> {
  if (await hasCluster(folder.path)) return checkVersion(folder, binaries)
  progress('Preparing the database for the first time…')
  const work = await mkdtemp(`${folder.cluster}.`)
  const draft = join(work, 'cluster')
  const passwordFile = join(work, 'password')
  try {
    await writeFile(passwordFile, folder.password, { mode: 0o600 })
    if (folder.user !== undefined) {
      for (const path of [work, passwordFile]) await chown(path, folder.user.uid, folder.user.gid)
    }
    await run(binaries.initdb, initdbArguments(draft, passwordFile), { ...folder.user, cwd: '/', env: {} })
    await rename(draft, folder.cluster).catch(async (error: unknown) => {
      if (!(await hasCluster(folder.path))) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Whether a data folder has a cluster. */
export function hasCluster(dataDir: string): Promise<boolean> {
  return exists(join(clusterIn(dataDir), 'PG_VERSION'))
}

/** One encoding and one collation on every machine, and a password for every login. */
function initdbArguments(cluster: string, passwordFile: string): string[] {
  return [
    `--pgdata=${cluster}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
}

async function checkVersion(folder: DataFolder, binaries: Binaries): Promise<void> {
  const made = (await readFile(join(folder.cluster, 'PG_VERSION'), 'utf8')).trim()
  if (made === binaries.major) return
  throw new StartRefused(
    `${folder.cluster} was made by PostgreSQL ${made} and this program brings ${binaries.major}: move the data over with pg_upgrade, or set DATA_DIR to a new folder.`,
  )
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
