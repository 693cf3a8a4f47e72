import { createHash, randomBytes } from 'node:crypto'
import { chmod, link, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '../../makeFolder.ts'
import { StartRefused } from '../../settings/StartRefused.ts'

/** The files of an embedded server, and the user that it must run as (none for our own). */
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

/** The data folder of a program by default. */
export const DEFAULT_DATA_DIR = '.data'

/** Where root's default data goes when the server's user cannot enter the default folder; not used for other users. */
const SHELTER = '/var/lib/cambio'

/**
 * The path of a data folder. Below a folder that others cannot enter, root's default folder is in the `shelter`
 * instead, one for each checkout; a folder that was named explicitly refuses the start.
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

/** Makes or opens a data folder at its path; an unusable one refuses the start. */
export async function openDataFolder(dataDir: string, shelter?: string): Promise<DataFolder> {
  const root = isRoot()
  const chosen = await dataFolderPath(dataDir, shelter)
  try {
    makeFolder(chosen, ENTERED_BY_OTHERS)
    const path = await realpath(chosen) // One name for one folder, since it identifies a running server.
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

/** Lets the server's user pass through a folder. A folder with other files is not opened, since it is not ours. */
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

/** The path of the cluster in a data folder. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** What exists at a path, or at its nearest existing parent, if that is not a folder. */
async function fileAt(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined)
  if (info !== undefined) return info.isDirectory() ? undefined : path
  const parent = dirname(path)
  return parent === path ? undefined : fileAt(parent)
}

/** The closed parent that keeps a user without ownership and groups from reaching a folder. */
async function closedFolder(folder: string): Promise<string | undefined> {
  const info = await stat(folder).catch(() => undefined)
  if (info !== undefined && (info.mode & 0o001) === 0) return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : closedFolder(parent)
}

/** A unique name for a folder's data. */
function shortName(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 12)
}

const PASSWORD_FILE = 'postgres.password'

/** The superuser's password, made once. Of two programs that make one at the same time, the first one's is used. */
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

/** A cluster that an ordinary user made stays that user's, even when root starts it. */
async function ownerOf(cluster: string): Promise<{ uid: number; gid: number } | undefined> {
  const info = await stat(cluster).catch(missing)
  return info === undefined || info.uid === 0 ? undefined : { uid: info.uid, gid: info.gid }
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
