import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'

/** What lies somewhere, by the name of the place. */
export type Place = { readonly place: string; readonly bytes: Buffer }

/**
 * Every table of a schema as COPY writes it: text, with bytes in hex.
 * @param query as a superuser, who alone may have files written
 * @param directory where the server can write
 */
export async function copyTables(query: Query, schema: string, directory: string): Promise<Place[]> {
  await mkdir(directory, { recursive: true })
  await chmod(directory, 0o777)
  const tables = await query<{ name: string }>(
    statement('select tablename as name from pg_tables where schemaname = $1 order by tablename', schema),
  )
  const places: Place[] = []
  for (const { name } of tables) {
    const file = join(directory, `${name}.copy`)
    await query(statement(`copy "${schema}"."${name}" to '${file}'`))
    places.push({ place: `table ${name}`, bytes: await readFile(file) })
  }
  return places
}

/**
 * Every file of a database server, after all it has in memory was written: tables, indexes, write-ahead log, its own
 * log. Other databases than the one that is asked are left out, since no program of ours connects to them.
 */
export async function serverFiles(query: Query, directory: string): Promise<Place[]> {
  await query(statement('checkpoint'))
  await query(statement('select pg_switch_wal()::text as at'))
  await query(statement('checkpoint'))
  const [own] = await query<{ oid: string }>(
    statement('select oid::text as oid from pg_database where datname = current_database()'),
  )
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const places: Place[] = []
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    const database = /\/base\/(\d+)\//.exec(path)?.[1]
    if (!entry.isFile() || (database !== undefined && database !== own?.oid)) continue
    const bytes = await bytesOf(path)
    if (bytes) places.push({ place: path.slice(directory.length + 1), bytes })
  }
  return places
}

/** What is in a file; nothing where the server has removed it since, as it does with what it can put together again. */
async function bytesOf(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
