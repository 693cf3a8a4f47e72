import { randomBytes } from 'node:crypto'
import { chmod, link, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../makeFolder.ts'
import { StartRefused } from '../../StartRefused.ts'

/** Where an embedded server's files stand, and as whom it must run (nothing when as ourselves). */
export type DataFolder = {
  readonly path: string
  /** The database cluster itself. */
  readonly cluster: string
  readonly log: string
  readonly password: string
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/** The server refuses to run as root; this is the uid that owns nothing else. */
const NOBODY = { uid: 65_534, gid: 65_534 }

/**
 * Where the data of a folder stands: there, or in the `fallback` where root asks for a folder below one that others
 * may not enter.
 */
export async function dataFolderPath(wanted: string, fallback: string): Promise<string> {
  const asked = resolve(wanted)
  return isRoot() && !(await othersMayReach(dirname(asked))) ? fallback : asked
}

/** Makes or opens a data folder, at its path; one that cannot be used refuses the start. */
export async function openDataFolder(wanted: string, fallback: string): Promise<DataFolder> {
  const root = isRoot()
  const chosen = await dataFolderPath(wanted, fallback)
  try {
    makeFolder(chosen)
    const path = await realpath(chosen) // One name for one folder, since a running server is known by it.
    if (root) await chmod(path, 0o711) // The server's user passes through it to its cluster, and reads nothing else.
    const cluster = clusterIn(path)
    return {
      path,
      cluster,
      log: join(path, 'postgres.log'),
      password: await password(path),
      user: root ? ((await ownerOf(cluster)) ?? NOBODY) : undefined,
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    throw new StartRefused(
      `The data folder ${chosen} cannot be written (${code}): make it writable for this user, or set DATA_DIR to a folder that is.`,
      { cause: error },
    )
  }
}

/** Where a data folder has its cluster. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether a user who owns nothing and is in no group can walk to a folder that exists or will be made. */
async function othersMayReach(folder: string): Promise<boolean> {
  const info = await stat(folder).catch(() => undefined)
  if (info !== undefined && (info.mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || othersMayReach(parent)
}

/** The superuser's password, made once. Of two programs that make one at the same time the first one's holds. */
async function password(folder: string): Promise<string> {
  const file = join(folder, 'postgres.password')
  const known = await readFile(file, 'utf8').catch(missing)
  if (known !== undefined) return known
  if ((await stat(clusterIn(folder)).catch(missing)) !== undefined) {
    throw new StartRefused(
      `${folder} holds a database but its password file ${file} is gone: put it back from a copy, or set DATA_DIR to a new folder to begin with an empty database.`,
    )
  }
  const draft = `${file}.${process.pid}`
  await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600, flush: true })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return readFile(file, 'utf8')
}

/** A cluster that an ordinary user made stays that user's, also when root starts it. */
async function ownerOf(cluster: string): Promise<{ uid: number; gid: number } | undefined> {
  const info = await stat(cluster).catch(missing)
  return info === undefined || info.uid === 0 ? undefined : { uid: info.uid, gid: info.gid }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
