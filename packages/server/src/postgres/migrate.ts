import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Client, DatabaseError, escapeIdentifier } from 'pg'
import { StartRefused } from '../settings/StartRefused.ts'
import { codeInWords } from './codeInWords.ts'
import { databaseUnavailableOf } from './DatabaseUnavailable.ts'
import { DatabaseUnreached } from './DatabaseUnreached.ts'
import { isOf, readBaseline, type Baseline } from './migration/baseline.ts'
import { grantColumns } from './migration/grantColumns.ts'
import { checkLayouts, checksumOf } from './migration/layouts.ts'
import { canGoOnline, doStep, onlineForm } from './migration/onlineForm.ts'

/** The result: whether there were no tables before, and how many files were applied. */
export type Migrated = { readonly isNew: boolean; readonly applied: number }

/** A migration file, with the SHA-256 of its text, and the steps of its form for large tables where it has one. */
export type Migration = {
  readonly name: string
  readonly text: string
  readonly checksum: string
  readonly online: readonly string[] | undefined
}

/**
 * Brings a schema up to date: makes it and `appRole` where they are missing, then applies each new file in a
 * transaction of its own, or step by step in its form for large tables, under a lock so that programs which start
 * together do it once. An applied file that has changed since refuses the start. A user who may not make schemas is
 * accepted where nothing is left to do.
 * @throws StartRefused
 */
export async function migrate(input: {
  /** The owner's address, a direct one: a pooler cannot keep the lock. */
  url: string
  schema: string
  /** The role the program runs as; `${app_role}` and `${schema}` in a file stand for these two. */
  appRole: string
  /** Folders of files `001_name.sql`, applied in this order and in the order of their names. */
  directories: readonly string[]
  /** The file that makes a new schema like the migrations that it replaces; by default each of them is applied. */
  baseline?: string
  /** The variable that holds `url`, for messages about it. */
  variable?: string
  /** The layouts of tables that the program knows, beside that of its migrations; none by default. */
  layouts?: readonly string[]
  /** The names of the only migrations to apply, for a database in an earlier state; all by default. */
  only?: readonly string[]
}): Promise<Migrated & { readonly mayMigrate: boolean }> {
  const { only, layouts = [] } = input
  const migrations = (await migrationsIn(input.directories)).filter(
    ({ name }) => only?.includes(name) ?? true,
  )
  const client = await connect(input.url, input.variable ?? 'DATABASE_URL')
  try {
    // The right to migrate is not needed where nothing is left to do, so that the owner's address can stay elsewhere.
    const mayMake = await mayMakeSchemas(client)
    const applied = mayMake ? undefined : await appliedOf(client, input.schema)
    if (!mayMake && !migrations.every(({ name }) => applied?.has(name))) throw needsOwner(input)
    if (mayMake) {
      await lockOut(client, input.schema)
      await prepare(client, input)
    }
    let checksums = applied ?? (await appliedOf(client, input.schema)) ?? new Map<string, string>()
    checkLayouts(checksums.values(), { schema: input.schema, layouts })
    const isNew = checksums.size === 0
    let appliedNow = isNew && only === undefined ? await applyBaseline(client, migrations, input) : 0
    if (appliedNow > 0) checksums = (await appliedOf(client, input.schema)) ?? checksums
    for (const migration of migrations) {
      const checksum = checksums.get(migration.name)
      if (checksum === undefined) {
        await apply(client, migration, input)
        appliedNow += 1
      } else if (checksumOf(checksum) !== migration.checksum) {
        throw new StartRefused(
          `The migration ${migration.name} was applied to schema ${input.schema} and its file has changed since: put the file back as it was, and write what is new as a migration of its own.`,
        )
      }
    }
    if (mayMake) await grantColumns(client, input)
    return { mayMigrate: mayMake, isNew, applied: appliedNow }
  } catch (error) {
    throw databaseUnavailableOf(error, true) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}

async function mayMakeSchemas(client: Client): Promise<boolean> {
  const text = `select has_database_privilege(current_database(), 'create') as may`
  const { rows } = await client.query<{ may: boolean }>(text)
  return rows[0]?.may === true
}

/**
 * The checksums of applied migrations, by name; undefined where the schema does not exist, or this user may not read
 * it.
 */
async function appliedOf(client: Client, schema: string): Promise<Map<string, string> | undefined> {
  const table = `${escapeIdentifier(schema)}.migration`
  try {
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `select name, checksum from ${table}`,
    )
    return new Map(rows.map(({ name, checksum }) => [name, checksum]))
  } catch (error) {
    if (error instanceof DatabaseError && UNSEEN.has(error.code ?? '')) return undefined
    throw error
  }
}

/** There is no such schema or table, or this user may not read it. */
const UNSEEN = new Set(['3F000', '42P01', '42501'])

function needsOwner({
  schema,
  variable = 'DATABASE_URL',
}: {
  schema: string
  variable?: string
}): StartRefused {
  return new StartRefused(
    `The schema ${schema} is not up to date, and the user of ${variable} may not change it: run the command "migrate" with the owner's address, or give that to the program too.`,
  )
}

/** Whether a schema exists at an address. */
export async function isMigrated(input: { url: string; schema: string; variable: string }): Promise<boolean> {
  const client = await connect(input.url, input.variable)
  try {
    const { rowCount } = await client.query(
      `select from pg_tables where schemaname = $1 and tablename = 'migration'`,
      [input.schema],
    )
    return rowCount !== 0
  } catch (error) {
    throw databaseUnavailableOf(error, true) ?? error
  } finally {
    await client.end().catch(() => {})
  }
}

/** Every migration, named by its folder and file; a folder's name keeps the sets of two packages apart. */
export async function migrationsIn(directories: readonly string[]): Promise<Migration[]> {
  const migrations: Migration[] = []
  for (const directory of directories) {
    const files = (await readdir(directory)).filter((file) => file.endsWith('.sql')).toSorted()
    for (const file of files) {
      const text = await readFile(join(directory, file), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      const online = await onlineForm(directory, file)
      migrations.push({ name: `${basename(directory)}/${file}`, text, checksum, online })
    }
  }
  return migrations
}

/**
 * Keeps other programs from migrating until this connection ends. One that waits asks again and again, since PostgreSQL
 * would not finish an index that is made concurrently while another waits within a statement.
 */
async function lockOut(client: Client, schema: string): Promise<void> {
  const text = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked'
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>(text, [`migrate ${schema}`])
    if (rows[0]?.locked === true) return
    await after(LOCKED_AGAIN_MS)
  }
}

async function prepare(
  client: Client,
  { schema, appRole }: { schema: string; appRole: string },
): Promise<void> {
  const name = escapeIdentifier(schema)
  const role = escapeIdentifier(appRole)
  await ensureRole(client, appRole)
  await client.query(`create schema if not exists ${name}`)
  await client.query(`grant usage on schema ${name} to ${role}`)
  await client.query(`set search_path to ${name}`)
  await client.query(`
    create table if not exists migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
  await client.query(`grant select on migration to ${role}`)
}

const DUPLICATE_OBJECT = new Set(['42710', '23505'])

/**
 * Makes the program's role if it does not exist. Roles belong to the whole server, so two databases may make it at
 * once.
 */
async function ensureRole(client: Client, appRole: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [appRole])
  if (rowCount !== 0) return
  const role = escapeIdentifier(appRole)
  try {
    await client.query(`create role ${role} nologin`)
    await client.query(`grant ${role} to current_user`)
  } catch (error) {
    if (error instanceof DatabaseError && DUPLICATE_OBJECT.has(error.code ?? '')) return
    throw new StartRefused(
      `The database user may not make the role ${appRole}, which the program runs as: run "create role ${appRole} nologin; grant ${appRole} to <that user>" as an administrator.`,
      { cause: error },
    )
  }
}

type Names = { readonly schema: string; readonly appRole: string }

/** The migration waited too long for a lock, or PostgreSQL ended it since it and another transaction waited for each other. */
const GAVE_WAY = new Set(['55P03', '40P01'])
/** Shorter than the second after which PostgreSQL ends one of two that wait for each other: it may be a program's. */
const LOCK_TIMEOUT_MS = 200
const AGAIN_MS = 300
const LOCKED_AGAIN_MS = 50
const GIVES_UP_AFTER_MS = 600_000

/**
 * Applies a file while programs go on. Where a program's transaction has a lock that it needs, it rolls back, lets all
 * that wait behind it go first, and is applied again a moment later.
 */
async function apply(client: Client, migration: Migration, names: Names): Promise<void> {
  const { online } = migration
  if (online === undefined || !(await canGoOnline(client, { steps: online, ...names })))
    return givingWay(() => applyText(client, names, { ...migration, holds: [migration] }))
  const brief = { schema: names.schema, lockTimeoutMs: LOCK_TIMEOUT_MS }
  for (const step of online) {
    await givingWay(() =>
      doStep(client, filledIn(step, names), brief).catch((error: unknown) => {
        throw failed(migration, error)
      }),
    )
  }
  await client.query('insert into migration (name, checksum) values ($1, $2)', [
    migration.name,
    migration.checksum,
  ])
}

async function givingWay(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + GIVES_UP_AFTER_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const gaveWay = cause instanceof DatabaseError && GAVE_WAY.has(cause.code ?? '')
      if (!gaveWay || Date.now() > deadline) throw error
      await after(AGAIN_MS)
    }
  }
}

/**
 * Makes an empty schema by a baseline, which takes a fraction of the time. A baseline that does not match the
 * migrations is not used.
 * @returns how many migrations it replaced
 */
async function applyBaseline(
  client: Client,
  migrations: readonly Migration[],
  { baseline: path, ...names }: Names & { readonly baseline?: string },
): Promise<number> {
  if (path === undefined) return 0
  const baseline = await readBaseline(path)
  if (!isOf(baseline, migrations)) return 0
  await applyText(client, names, { name: basename(path), ...baseline })
  return baseline.holds.length
}

async function applyText(
  client: Client,
  names: Names,
  { name, text, holds }: Baseline & { readonly name: string },
): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
  try {
    await client.query(filledIn(text, names))
    for (const each of holds)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [each.name, each.checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw failed({ name }, error)
  }
}

function filledIn(text: string, { schema, appRole }: Names): string {
  return text
    .replaceAll('${schema}', escapeIdentifier(schema))
    .replaceAll('${app_role}', escapeIdentifier(appRole))
}

function failed({ name }: Pick<Migration, 'name'>, error: unknown): Error {
  return databaseUnavailableOf(error, true) ?? new Error(`The migration ${name} failed.`, { cause: error })
}

const CONNECT_MS = 10_000

async function connect(url: string, variable: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    options: '-c timezone=UTC',
  })
  client.on('error', () => {}) // The running statement fails with it.
  try {
    await client.connect()
    return client
  } catch (error) {
    const message = `PostgreSQL does not let us in at the address in ${variable} (${reason(error)}): check that it runs, and that the address, user and password are right.`
    const away = databaseUnavailableOf(error, false)
    throw away === undefined
      ? new StartRefused(message, { cause: error })
      : new DatabaseUnreached(message, { code: away.code, cause: error })
  }
}

/** A code such as ECONNREFUSED or 28P01; a message could repeat the password. */
function reason(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? codeInWords(error.code)
    : 'no answer'
}
