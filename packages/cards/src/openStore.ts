import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '@cambio/server/log.ts'
import { makeFolder } from '@cambio/server/makeFolder.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import type { Embedded } from '@cambio/server/postgres/embedded.ts'
import { holdsCluster } from '@cambio/server/postgres/embedded/cluster.ts'
import { dataFolderPath } from '@cambio/server/postgres/embedded/dataFolder.ts'
import { embeddedDatabase, hasDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { onEmbedded } from '@cambio/server/postgres/onEmbedded.ts'
import { isMigrated, migrate } from '@cambio/server/postgres/migrate.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import * as z from 'zod/mini'
import type { CardsEnvironment } from './environment.ts'
import { migrations, schema } from './migrations.ts'

/** The platform's database, open until closed. */
export type Store = {
  readonly database: Database
  /** Where the data of a sandbox really is. */
  readonly dataDir: string
  close(): Promise<void>
}

type Deps = { log: Log; progress: (sentence: string) => void }

/** The role the platform runs as where the environment names none: it owns no table. */
const APP_ROLE = 'cards_app'
/** The platform's name for its database on an embedded server. */
const PROGRAM = 'cards'

/**
 * The platform's database, brought up to date. Without an address a sandbox runs its own PostgreSQL. A sandbox leaves
 * a note of where its database is, so that the command line finds it while the platform runs.
 */
export async function openStore(environment: CardsEnvironment, deps: Deps): Promise<Store> {
  const { store, address } = await open(environment, deps)
  if (environment.MODE === 'live') return store
  const note = noteIn(store.dataDir)
  makeFolder(store.dataDir)
  writeFileSync(note, JSON.stringify(address), { mode: 0o600 })
  return {
    ...store,
    async close() {
      rmSync(note, { force: true })
      await store.close()
    },
  }
}

/**
 * The database for a command beside a platform that may be running. It is never made here.
 * @throws StartRefused when there is no platform at the address or in the folder
 */
export async function reachStore(environment: CardsEnvironment, deps: Deps): Promise<Store> {
  const { CARDS_DATABASE_URL: url, CARDS_DATABASE_OWNER_URL: ownerUrl, MODE, DATA_DIR } = environment
  if (url !== undefined) {
    const variable = variableOf(ownerUrl)
    if (await isMigrated({ url: ownerUrl ?? url, schema, variable }))
      return (await open(environment, deps)).store
    throw noPlatform('the database at CARDS_DATABASE_URL')
  }
  if (MODE === 'live') throw noAddress()
  const dataDir = await dataFolderPath(DATA_DIR)
  const running = await reach(dataDir)
  if (running !== undefined) return running
  if (!(await holdsCluster(dataDir))) throw noPlatform(dataDir)
  const { store } = await onEmbedded({ dataDir, ...deps }, async (server) => {
    if (await hasDatabase(server, PROGRAM)) return openEmbedded(server)
    throw noPlatform(dataDir)
  })
  return store
}

function noPlatform(place: string): StartRefused {
  return new StartRefused(
    `There is no card platform in ${place}: set DATA_DIR to the folder of yours, or CARDS_DATABASE_URL to its database.`,
  )
}

function noAddress(): StartRefused {
  return new StartRefused(
    'Live payments are kept in a PostgreSQL of yours: set CARDS_DATABASE_URL to its address.',
  )
}

/** Where a database is, and the role to take there where the address is the owner's. */
const Address = z.object({ url: z.string(), role: z.optional(z.string()) })
type Address = z.output<typeof Address>

function noteIn(dataDir: string): string {
  return join(dataDir, 'cards.database')
}

/** The database of a running platform; undefined when the note is missing, or left by one that was killed. */
async function reach(dataDir: string): Promise<Store | undefined> {
  const address = readNote(noteIn(dataDir))
  if (address === undefined) return undefined
  const store = connect(address, dataDir)
  try {
    await store.database.query({ name: 'reach', text: 'select 1 as up', values: [] })
    return store
  } catch {
    await store.close()
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

type Opened = { readonly store: Store; readonly address: Address }

async function open(environment: CardsEnvironment, deps: Deps): Promise<Opened> {
  const { CARDS_DATABASE_URL: url, CARDS_DATABASE_OWNER_URL: ownerUrl, MODE, DATA_DIR } = environment
  if (url !== undefined) return migrated(url, ownerUrl, DATA_DIR)
  if (MODE === 'live') throw noAddress()
  return onEmbedded({ dataDir: DATA_DIR, ...deps }, openEmbedded)
}

async function openEmbedded(server: Embedded): Promise<Opened> {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, PROGRAM)
  return migrated(appUrl, ownerUrl, server.dataDir)
}

async function migrated(url: string, ownerUrl: string | undefined, dataDir: string): Promise<Opened> {
  const appRole = ownerUrl === undefined ? APP_ROLE : decodeURIComponent(new URL(url).username)
  const variable = variableOf(ownerUrl)
  await migrate({ url: ownerUrl ?? url, schema, appRole, directories: migrations, variable })
  const address = ownerUrl === undefined ? { url, role: appRole } : { url }
  return { store: connect(address, dataDir), address }
}

/** The variable that holds the owner's address. */
function variableOf(ownerUrl: string | undefined): string {
  return ownerUrl === undefined ? 'CARDS_DATABASE_URL' : 'CARDS_DATABASE_OWNER_URL'
}

function connect({ url, role }: Address, dataDir: string): Store {
  const database = openDatabase({ url, schema, ...(role !== undefined && { role }) })
  return { database, dataDir, close: () => database.close() }
}
