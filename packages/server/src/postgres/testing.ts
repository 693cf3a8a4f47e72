import { createHash, randomBytes } from 'node:crypto'
import { Pool } from 'pg'
import { inject } from 'vitest'
import { openDatabase, type Database, type Statement } from './Database.ts'
import { migrate } from './migrate.ts'

/** A fresh database for a test. */
export type TestDatabase = {
  /** As the program has it: the app role. */
  readonly database: Database
  /** As the migrations have it: the owner of every table. */
  readonly owner: Database
  /** Addresses of the two, for a test that starts a process of its own. */
  readonly url: string
  readonly ownerUrl: string
  close(): Promise<void>
}

/** Of the program's pool. */
const CONNECTIONS = 10

type Set = { schema: string; appRole: string; directories: readonly string[] }

/** How a program gets to its database: gives the address to use for one. */
export type Reach = (url: string) => Promise<string>

/**
 * Makes a database with these migrations, as a copy of a template that this file's first call makes.
 * @param reach for a program that gets there by a line which a test can make bad
 */
export async function testDatabase(
  set: Set,
  reach: Reach = (url) => Promise.resolve(url),
): Promise<TestDatabase> {
  const key = JSON.stringify(set)
  const template = templates.get(key) ?? makeTemplate(set)
  templates.set(key, template)
  const name = newName()
  // Copied file by file it brings along what a session reads first, which each would otherwise put together by itself.
  await administer(`create database ${name} template ${await template} strategy file_copy`)
  const ownerUrl = addressOf(name)
  const owner = openDatabase({ url: ownerUrl, schema: set.schema, max: 2 })
  const url = new URL(ownerUrl)
  url.searchParams.set('options', `-c role=${set.appRole}`)
  const reached = await reach(url.href)
  const database = openDatabase({ url: reached, schema: set.schema, max: CONNECTIONS, plansOnce: true })
  return {
    database,
    owner,
    url: reached,
    ownerUrl,
    async close() {
      await database.close()
      await owner.close()
      await administer(`drop database ${name} with (force)`)
    },
  }
}

/** A statement that a test makes up, named after its text. */
export function statement(text: string, ...values: readonly unknown[]): Statement {
  return { name: createHash('sha256').update(text).digest('hex').slice(0, 32), text, values }
}

const templates = new Map<string, Promise<string>>()

/** One template per worker: a database that is being copied can have no visitors, so it is not shared between workers. */
async function makeTemplate(set: Set): Promise<string> {
  const name = newName()
  await administer(`create database ${name}`)
  await migrate({ ...set, url: addressOf(name) })
  return name
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
let administrator: Pool | undefined

async function administer(sql: string): Promise<void> {
  administrator ??= openAdministrator()
  await administrator.query(sql)
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
