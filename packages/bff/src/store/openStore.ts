import { join } from 'node:path'
import { limitsMigrations } from '@cambio/server/limits.ts'
import type { Log } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import type { Embedded } from '@cambio/server/postgres/embedded.ts'
import { holdsCluster } from '@cambio/server/postgres/embedded/cluster.ts'
import { dataFolderPath } from '@cambio/server/postgres/embedded/dataFolder.ts'
import { embeddedDatabase, hasDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { onEmbedded } from '@cambio/server/postgres/onEmbedded.ts'
import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import { isMigrated, migrate } from '@cambio/server/postgres/migrate.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import type { ExchangeEnvironment } from '../program/environment.ts'
import { railMigrations } from '../program/rails.ts'
import { forgetAddress, readAddress, writeAddress, type Address } from './addressNote.ts'

export const schema = 'exchange'
/** The role the exchange runs as where the environment names none: it owns no table. */
export const appRole = 'exchange_app'

/** Every table of the exchange, in the order in which they are made. */
export const migrations: readonly string[] = [
  ledgerMigrations,
  limitsMigrations,
  join(import.meta.dirname, 'migrations'),
  ...railMigrations,
]

/** The exchange's database, open until closed. */
export type OpenStore = {
  readonly database: Database
  /** For transactions whose work waits for the other pool: together they can never wait for each other. */
  readonly holds: Database
  /** For requests under an Idempotency-Key, each of which is one transaction from its claim to its answer. */
  readonly keyed: Database
  /** Where the data of a sandbox really is. */
  readonly dataDir: string
  close(): Promise<void>
}

type Deps = { log: Log; progress: (sentence: string) => void }

/** The exchange's name for its database on an embedded server. */
const PROGRAM = 'exchange'

/**
 * The exchange's database, brought up to date; without an address, a sandbox runs its own PostgreSQL. A sandbox leaves
 * a note of where its database is, so that the command line finds it while the exchange runs.
 */
export async function openStore(environment: ExchangeEnvironment, deps: Deps): Promise<OpenStore> {
  const { store, address } = await openAndMigrate(environment, deps)
  if (environment.MODE === 'live') return store
  await writeAddress(store.dataDir, address)
  return {
    ...store,
    async close() {
      await forgetAddress(store.dataDir)
      await store.close()
    },
  }
}

/**
 * The database for a command beside an exchange that may be running. It is never made here.
 * @throws StartRefused when there is no exchange at the address or in the folder
 */
export async function reachStore(environment: ExchangeEnvironment, deps: Deps): Promise<OpenStore> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: asked } = environment
  if (url !== undefined) {
    const variable = ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
    if (await isMigrated({ url: ownerUrl ?? url, schema, variable }))
      return (await openAndMigrate(environment, deps)).store
    throw noExchange('the database at DATABASE_URL')
  }
  const dataDir = await dataFolderPath(asked)
  const running = (await reach(asked)) ?? (await reach(dataDir))
  if (running) return running
  if (!(await holdsCluster(dataDir))) throw noExchange(dataDir)
  const { store } = await onEmbedded({ dataDir, ...deps }, async (server) => {
    if (await hasDatabase(server, PROGRAM)) return openEmbedded(server)
    throw noExchange(dataDir)
  })
  return store
}

function noExchange(place: string): StartRefused {
  return new StartRefused(
    `There is no exchange in ${place}: set DATA_DIR to the folder of yours, or DATABASE_URL to its database.`,
  )
}

/** The database of a running exchange; undefined without a note, or when it was left by one that was killed. */
async function reach(dataDir: string): Promise<OpenStore | undefined> {
  const address = await readAddress(dataDir)
  if (!address) return undefined
  const store = connect(address, dataDir)
  try {
    await store.database.query({ name: 'reach', text: 'select 1 as up', values: [] })
    return store
  } catch {
    await store.close()
    return undefined
  }
}

type Opened = { readonly store: OpenStore; readonly address: Address }

async function openAndMigrate(environment: ExchangeEnvironment, deps: Deps): Promise<Opened> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl, DATA_DIR: dataDir } = environment
  if (url !== undefined) {
    const directUrl = environment.DATABASE_DIRECT_URL
    const role = ownerUrl === undefined ? appRole : undefined
    return migrated({ url, role, directUrl }, ownerUrl, dataDir)
  }
  return onEmbedded({ dataDir, ...deps }, openEmbedded)
}

async function openEmbedded(server: Embedded): Promise<Opened> {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, PROGRAM)
  return migrated({ url: appUrl }, ownerUrl, server.dataDir)
}

async function migrated(address: Address, ownerUrl: string | undefined, dataDir: string): Promise<Opened> {
  const role = address.role ?? decodeURIComponent(new URL(address.url).username)
  const variable = ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  await migrate({ url: ownerUrl ?? address.url, schema, appRole: role, directories: migrations, variable })
  return { store: connect(address, dataDir), address }
}

function connect({ url, role, directUrl }: Address, dataDir: string): OpenStore {
  const session = {
    url,
    schema,
    ...(role !== undefined && { role }),
    ...(directUrl !== undefined && { directUrl }),
  }
  const database = openDatabase({ ...session, max: 10 })
  const holds = openDatabase({ ...session, max: 4 })
  const keyed = openDatabase({ ...session, max: 6 })
  return {
    database,
    holds,
    keyed,
    dataDir,
    async close() {
      await keyed.close()
      await holds.close()
      await database.close()
    },
  }
}
