import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../makeFolder.ts'
import { StartRefused } from '../../settings/StartRefused.ts'

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

/** Where a program's data stands when nobody says where. */
export const DEFAULT_DATA_DIR = '.data'

/** Where root's data of the default folder goes when the server's user may not enter there; nobody else's does. */
const SHELTER = '/var/lib/cambio'

/**
 * Where the data of a folder stands: there. Below a folder that others may not enter, root's default folder stands in
 * the `shelter` instead, each checkout's in one of its own; a folder that was asked for by name refuses the start.
 */
export async function dataFolderPath(dataDir: string, shelter = SHELTER): Promise<string> {
  const named = resolve(dataDir)
  const file = await fileAt(named)
  if (file !== undefined) {
    throw new StartRefused(
      `The data folder ${named} cannot be made, because ${file} is a file: set DATA_DIR to a folder.`,
    )
  }
  const closed = isRoot() ? await closedFolder(dirname(named)) : undefined
  if (closed === undefined) return named
  if (named === resolve(DEFAULT_DATA_DIR)) return join(shelter, shortName(named))
  throw new StartRefused(
    `The data folder ${named} is below ${closed}, where the user that the database runs as may not enter: set DATA_DIR to a folder outside, such as ${SHELTER}/data.`,
  )
}

/** Makes or opens a data folder, at its path; one that cannot be used refuses the start. */
export async function openDataFolder(dataDir: string, shelter?: string): Promise<DataFolder> {
  const root = isRoot()
  const chosen = await dataFolderPath(dataDir, shelter)
  try {
    makeFolder(chosen, ENTERED_BY_OTHERS)
    const path = await realpath(chosen) // One name for one folder, since a running server is known by it.
    if (root) await letServerIn(path)
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

/** The server's user passes through a data folder to its cluster, and reads nothing else. */
const ENTERED_BY_OTHERS = 0o711

/** Lets the server's user pass through a folder. One with other things in it is not ours to open. */
async function letServerIn(path: string): Promise<void> {
  const { mode } = await stat(path)
  if ((mode & 0o001) !== 0) return
  const entries = await readdir(path)
  if (entries.length > 0 && !entries.includes(PASSWORD_FILE)) {
    throw new StartRefused(
      `The data folder ${path} holds other files and is closed to the user that the database runs as: set DATA_DIR to a new folder.`,
    )
  }
  await chmod(path, (mode & 0o777) | 0o001)
}

/** Where a data folder has its cluster. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** What stands at a path, or above it where nothing does, when that is no folder. */
async function fileAt(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (info !== undefined) return info.isDirectory() ? undefined : path
  const parent = dirname(path)
  return parent === path ? undefined : fileAt(parent)
}

/** The folder that keeps a user who owns nothing and is in no group from walking to one that exists or will be made. */
async function closedFolder(folder: string): Promise<string | undefined> {
  const info = await stat(folder).catch(() => undefined)
  if (info !== undefined && (info.mode & 0o001) === 0) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : closedFolder(parent)
}

/** A name that no other folder's data has. */
function shortName(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

const PASSWORD_FILE = 'postgres.password'

/** The superuser's password, made once. Of two programs that make one at the same time the first one's holds. */
async function password(folder: string): Promise<string> {
  const file = join(folder, PASSWORD_FILE)
  const existing = await readFile(file, 'utf8').catch(missing)
  if (existing !== undefined) return existing
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
