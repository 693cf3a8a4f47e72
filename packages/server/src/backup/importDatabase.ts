import { join } from 'node:path'
import { DatabaseError, escapeIdentifier, type Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CallRefused } from '../cli/CallRefused.ts'
import { migrate, migrationsIn } from '../postgres/migrate.ts'
import { dropConstraints } from './constraints.ts'
import type { BackedUpDatabase, BackedUpTable } from './Manifest.ts'
import { openOwner } from './snapshot.ts'
import { readStored, type Filter } from './storedFile.ts'
import { columnList, nameIn } from './tables.ts'

/** What to restore, and where to. */
export type Import = {
  readonly backup: BackedUpDatabase
  /** The owner's address of an empty database. */
  readonly url: string
  /** The variable that holds the address, for messages. */
  readonly variable: string
  readonly schema: string
  readonly appRole: string
  /** The folders of the program's migrations. */
  readonly directories: readonly string[]
  readonly folder: string
  readonly filter: Filter
  readonly progress: (sentence: string) => void
}

/**
 * Restores a database: makes its tables by the migrations that the back-up lists, fills them, checks every key and
 * constraint, and applies newer migrations. A restore that fails leaves the database empty again.
 * @throws CallRefused where the database is not empty, or the back-up is of a later version or does not match its
 * manifest
 */
export async function importDatabase(input: Import): Promise<void> {
  const { backup, url, variable, schema, appRole, directories } = input
  await refuseLater(backup, directories)
  const client = await openOwner(url)
  try {
    await refuseUsed(client, input)
    const only = backup.migrations.map(({ name }) => name)
    const target = { url, variable, schema, appRole, directories }
    try {
      await migrate({ ...target, only })
      await fill(client, input)
      await migrate(target)
    } catch (error) {
      await client.query('rollback')
      await client.query(`drop schema if exists ${escapeIdentifier(schema)} cascade`)
      throw refusalOf(error) ?? error
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** @throws CallRefused where this version does not know a migration of the back-up, or has another with its name */
async function refuseLater(
  { program, migrations }: BackedUpDatabase,
  directories: readonly string[],
): Promise<void> {
  const known = new Map((await migrationsIn(directories)).map(({ name, checksum }) => [name, checksum]))
  const unknown = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (unknown === undefined) return
  throw new CallRefused(
    `This version of Cambio does not know the migration ${unknown.name} of the back-up (${program}): restore it with the version that made it, or a later one.`,
  )
}

/** @throws CallRefused where a database is not empty */
export async function refuseUsed(client: Client, { variable }: Pick<Import, 'variable'>): Promise<void> {
  const { rows } = await client.query<{ name: string }>(USED)
  const [used] = rows
  if (used === undefined) return
  throw new CallRefused(
    `The database at ${variable} is not empty: it has ${used.name}. A back-up is restored into an empty database alone. Nothing was changed.`,
  )
}

const USED = `
  select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname not like 'pg\\_temp%'
    and n.nspname not like 'pg\\_toast\\_temp%' and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by n.nspname, c.relname limit 1`

/** Fills the tables in one transaction: the database has all of it, or nothing. */
async function fill(client: Client, input: Import): Promise<void> {
  const { schema, backup, progress } = input
  const { program, tables, sequences } = backup
  const place = (name: string) => nameIn(schema, name)
  await client.query('begin')
  await client.query(`set local search_path = ${escapeIdentifier(schema)}`)
  // Triggers checked each row when it was first written, and all tables are empty now.
  for (const { name } of tables) await client.query(`alter table ${place(name)} disable trigger user`)
  const putBack = await dropConstraints(client, schema)
  if (tables.length > 0) await client.query(`truncate ${tables.map(({ name }) => place(name)).join(', ')}`)
  for (const [index, table] of tables.entries()) {
    progress(`${program}: table ${index + 1} of ${tables.length}, ${table.name}`)
    await fillTable(client, input, table)
  }
  progress(`${program}: indexes and keys`)
  await putBack()
  for (const { name } of tables) await client.query(`alter table ${place(name)} enable trigger user`)
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::int8, $3)', [place(name), last, isCalled])
  await client.query('commit')
  await client.query('analyze')
}

/** @throws CallRefused where the number of rows differs from the back-up's */
async function fillTable(
  client: Client,
  { schema, folder, filter }: Import,
  { name, columns, rows, file }: BackedUpTable,
): Promise<void> {
  const target = client.query(copyFrom(`copy ${nameIn(schema, name)} (${columnList(columns)}) from stdin`))
  await readStored(join(folder, file), filter, target)
  if (target.rowCount !== rows)
    throw new CallRefused(`${file} brought ${target.rowCount} rows, and ${rows} were backed up.`)
}

/** PostgreSQL's message about a refused row can contain the row: only the place is shown. */
function refusalOf(error: unknown): CallRefused | undefined {
  if (!(error instanceof DatabaseError)) return undefined
  const where = error.constraint ?? error.table ?? 'a table'
  return new CallRefused(
    `PostgreSQL does not take what was backed up (${error.code}, ${where}). The database is empty as before.`,
  )
}
