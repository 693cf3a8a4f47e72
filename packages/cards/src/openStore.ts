import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import * as z from 'zod/mini'
import type { CardsEnvironment } from './environment.ts'
import { migrations, schema } from './migrations.ts'

/** The platform's database, open until closed. */
export type Store = { readonly database: Database; close(): Promise<void> }

type Deps = { log: Log; progress: (sentence: string) => void }

/** The role the platform runs as where the environment names none: it owns no table. */
const APP_ROLE = 'cards_app'

/**
 * The platform's database, brought up to date. Without an address a sandbox runs its own PostgreSQL. A sandbox leaves
 * a note of where its database is, so that the command line finds it while the platform runs.
 */
export async function openStore(environment: CardsEnvironment, deps: Deps): Promise<Store> {
  const store = await open(environment, deps)
  if (environment.MODE === 'live') return store
  const note = noteOf(environment)
  mkdirSync(environment.DATA_DIR, { recursive: true })
  writeFileSync(note, JSON.stringify(store.address), { mode: 0o600 })
  return {
    database: store.database,
    async close() {
      rmSync(note, { force: true })
      await store.close()
    },
  }
}

/** The database for a command beside a platform that may be running. */
export async function reachStore(environment: CardsEnvironment, deps: Deps): Promise<Store> {
  const running =
    environment.CARDS_DATABASE_URL === undefined ? await tryNote(noteOf(environment)) : undefined
  return running ?? open(environment, deps)
}

/** Where a database is, and the role to take there where the address is the owner's. */
const Address = z.object({ url: z.string(), role: z.optional(z.string()) })
type Address = z.output<typeof Address>

function noteOf({ DATA_DIR }: CardsEnvironment): string {
  return join(DATA_DIR, 'cards.database')
}

/** The database of a running platform; undefined when the note is missing, or left by one that was killed. */
async function tryNote(note: string): Promise<Store | undefined> {
  const address = readNote(note)
  if (address === undefined) return undefined
  const { url, role } = address
  const database = openDatabase({ url, schema, ...(role === undefined ? {} : { role }) })
  try {
    await database.query({ name: 'reach', text: 'select 1 as up', values: [] })
    return { database, close: () => database.close() }
  } catch {
    await database.close()
    return undefined
  }
}

function readNote(note: string): Address | undefined {
  try {
    return Address.parse(JSON.parse(readFileSync(note, 'utf8')))
  } catch {
    return undefined
  }
}

async function open(environment: CardsEnvironment, deps: Deps): Promise<Store & { address: Address }> {
  const { CARDS_DATABASE_URL: url, CARDS_DATABASE_OWNER_URL: ownerUrl } = environment
  if (url !== undefined) {
    const { database, address } = await openAt(url, ownerUrl)
    return { database, address, close: () => database.close() }
  }
  if (environment.MODE === 'live') {
    throw new StartRefused(
      'Live payments are kept in a PostgreSQL of yours: set CARDS_DATABASE_URL to its address.',
    )
  }
  const server = await startEmbedded({ dataDir: environment.DATA_DIR, ...deps })
  const { appUrl, ownerUrl: embeddedOwner } = await embeddedDatabase(server, 'cards')
  const { database, address } = await openAt(appUrl, embeddedOwner)
  return {
    database,
    address,
    async close() {
      await database.close()
      await server.stop()
    },
  }
}

async function openAt(
  url: string,
  ownerUrl: string | undefined,
): Promise<{ database: Database; address: Address }> {
  const appRole = ownerUrl === undefined ? APP_ROLE : decodeURIComponent(new URL(url).username)
  const variable = ownerUrl === undefined ? 'CARDS_DATABASE_URL' : 'CARDS_DATABASE_OWNER_URL'
  await migrate({ url: ownerUrl ?? url, schema, appRole, directories: migrations, variable })
  const address = ownerUrl === undefined ? { url, role: appRole } : { url }
  return { database: openDatabase({ schema, ...address }), address }
}
