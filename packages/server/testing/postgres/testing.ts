import { createHash, randomBytes } from 'node:crypto'
import { Pool, type PoolClient } from 'pg'
import { inject } from 'vitest'
import { openDatabase, openListener, type Database, type Statement } from '../../src/postgres/Database.ts'
import { migrate, migrationsIn } from '../../src/postgres/migrate.ts'
import { leaseOf, type Lease } from './testingLease.ts'
import { prepareReset, RESET } from './testingReset.ts'

/** A database for a test, as new as one just made. */
export type CleanDatabase = {
  /** As the program has it: the app role. */
  readonly database: Database
  /** As the migrations have it: the owner of every table. */
  readonly owner: Database
  /** Opens one more pool of the program's, which ends with the rest. */
  readonly open: (max: number) => Database
  close(): Promise<void>
}

/** One that no other test had before or will have. */
export type TestDatabase = CleanDatabase & {
  /** Addresses for the program and for the owner, for a test that starts a process of its own. */
  readonly url: string
  readonly ownerUrl: string
}

/** Of the program's pool. */
const CONNECTIONS = 10

/** Until then another test has most connections again, whose statements it need not prepare anew. */
const IDLE_MS = 60_000

type Set = { schema: string; appRole: string; directories: readonly string[] }

/** How a program gets to its database: gives the address to use for one. */
export type Reach = (url: string) => Promise<string>

/** For a test of how a database is laid out, which those that had it before could have changed. */
export const afresh: Reach = (url) => Promise.resolve(url)

/**
 * Makes a database with these migrations, as a copy of a template that the first call of a run makes.
 * @param reach for a program that gets there by a line which a test can make bad
 */
export async function testDatabase(set: Set, reach: Reach = afresh): Promise<TestDatabase> {
  const { schema } = set
  const made = await makeDatabase(set)
  const url = await reach(made.url)
  const pools: Database[] = []
  const openAt = (address: string, options: { max: number; plansOnce?: boolean }) => {
    const pool = openDatabase({ url: address, schema, ...options })
    pools.push(pool)
    return pool
  }
  const open = (max: number) => openAt(url, { max, plansOnce: true })
  return {
    database: open(CONNECTIONS),
    owner: openAt(made.ownerUrl, { max: 2 }),
    open,
    url,
    ownerUrl: made.ownerUrl,
    async close() {
      for (const pool of pools) await pool.close()
      await made.drop()
    },
  }
}

/** Databases that no test has just now, as new as they were made, by what is in them. */
const idle = new Map<string, PooledDatabase[]>()

/**
 * Gives a database with these migrations, and with sessions that know its tables and have their plans. Those take
 * several times as long to make as most tests take for all the rest, so whoever closes it leaves it to the next.
 * @param reach as of `testDatabase`, which makes one then: the sessions would be of another line
 */
export async function cleanDatabase(set: Set, reach?: Reach): Promise<CleanDatabase> {
  if (reach) return testDatabase(set, reach)
  const key = JSON.stringify(set)
  const others = idle.get(key) ?? []
  idle.set(key, others)
  const kept = others.pop() ?? (await makeKept(set))
  const leases: Lease[] = []
  const lend = (pool: Database, ended?: () => void) => {
    const lease = leaseOf(pool, ended)
    leases.push(lease)
    return lease.database
  }
  const open = (max: number) => {
    const pool = kept.take(max)
    return lend(pool, () => kept.giveBack(max, pool))
  }
  return {
    database: open(CONNECTIONS),
    owner: lend(kept.owner),
    open,
    async close() {
      const ends = await Promise.all(leases.map((lease) => lease.end()))
      if (ends.every(Boolean) && (await kept.reset())) others.push(kept)
      else await kept.drop()
    },
  }
}

/** A statement that a test makes up, named after its text. */
export function statement(text: string, ...values: readonly unknown[]): Statement {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text, values }
}

type Made = { readonly url: string; readonly ownerUrl: string; drop(): Promise<void> }

async function makeDatabase(set: Set): Promise<Made> {
  const key = JSON.stringify(set)
  const template = templates.get(key) ?? findTemplate(set)
  templates.set(key, template)
  const name = newName()
  // Copied file by file it brings along what a session reads first, which each would otherwise put together by itself.
  await administer(`create database ${name} template ${await template} strategy file_copy`)
  const ownerUrl = addressOf(name)
  const url = new URL(ownerUrl)
  url.searchParams.set('options', `-c role=${set.appRole}`)
  return { url: url.href, ownerUrl, drop: () => administer(`drop database ${name} with (force)`) }
}

/** With more dead rows than this a database is slower to work with than a new one is to make. */
const MOST_DEAD_ROWS = 10_000n

/** A database and the sessions to it, which stay when a test ends. */
type PooledDatabase = {
  readonly owner: Database
  /** A pool of the program's that nobody has. */
  take(max: number): Database
  giveBack(max: number, pool: Database): void
  /** @returns whether it is as new again */
  reset(): Promise<boolean>
  drop(): Promise<void>
}

async function makeKept(set: Set): Promise<PooledDatabase> {
  const { schema } = set
  const made = await makeDatabase(set)
  const listener = openListener({ url: made.url, schema })
  const owner = openDatabase({ url: made.ownerUrl, schema, max: 2, idleMs: IDLE_MS, listener })
  const resetter = openDatabase({ url: resetterOf(made.ownerUrl), schema, max: 1, idleMs: IDLE_MS, listener })
  const pools: Database[] = []
  const free = new Map<number, Database[]>()
  let deadRows = 0n
  return {
    owner,
    take(max) {
      const found = free.get(max)?.pop()
      if (found) return found
      const pool = openDatabase({ url: made.url, schema, max, idleMs: IDLE_MS, plansOnce: true, listener })
      pools.push(pool)
      return pool
    },
    giveBack: (max, pool) => void free.set(max, [...(free.get(max) ?? []), pool]),
    async reset() {
      const [answer] = await resetter.query<{ gone: bigint | null }>(statement(RESET))
      if (answer === undefined || answer.gone === null) return false
      deadRows += answer.gone
      return deadRows <= MOST_DEAD_ROWS
    },
    async drop() {
      for (const each of [...pools, owner, resetter, listener]) await each.close()
      await made.drop()
    },
  }
}

/**
 * As a replica it fires no triggers: those that keep rows from being changed, and foreign keys. Whoever becomes one for a
 * moment forgets all plans, and making those of the reset takes ten times as long as the reset.
 */
function resetterOf(ownerUrl: string): string {
  const url = new URL(ownerUrl)
  url.searchParams.set('options', '-c session_replication_role=replica')
  return url.href
}

const templates = new Map<string, Promise<string>>()

/** The template of a set. Several workers may copy one at once, since nobody visits it: the first one to ask makes it. */
async function findTemplate(set: Set): Promise<string> {
  const name = await templateName(set)
  const client = await administrator().connect()
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await makeTemplate(client, { name, set })
    await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [name])
    client.release()
  } catch (error) {
    client.release(true) // The lock ends with its session.
    throw error
  }
  return name
}

/** By what its migrations say, which whoever watches the tests may change while their server runs. */
async function templateName({ schema, appRole, directories }: Set): Promise<string> {
  const migrations = await migrationsIn(directories)
  const made = [
    schema,
    appRole,
    ...migrations.map(({ name, checksum, online = [] }) => [name, checksum, ...online].join(' ')),
  ]
  return `template_${createHash('sha256').update(made.join('\n')).digest('hex').slice(0, 32)}`
}

/** Has its name once it is complete. */
async function makeTemplate(client: PoolClient, { name, set }: { name: string; set: Set }): Promise<void> {
  const draft = newName()
  await client.query(`create database ${draft}`)
  const url = addressOf(draft)
  await migrate({ ...set, url })
  await prepareReset(url, set.schema)
  await client.query(`alter database ${draft} rename to ${name}`)
}

function newName(): string {
  return `test_${randomBytes(8).toString('hex')}`
}

function addressOf(database: string): string {
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${database}`
  return url.href
}

/** A session costs the processors as much as a fifth of a database: a worker has one, which is lent to one call at a time. */
let only: Pool | undefined

function administrator(): Pool {
  only ??= openAdministrator()
  return only
}

async function administer(sql: string): Promise<void> {
  await administrator().query(sql)
}

function openAdministrator(): Pool {
  const pool = new Pool({
    connectionString: inject('postgresUrl'),
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  pool.on('error', () => {}) // Its next call connects anew.
  return pool
}
