import { join } from 'node:path'
import { limitsMigrations } from '@cambio/server/http/limits.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import type { Migrated } from '@cambio/server/postgres/migrate.ts'
import * as programStore from '@cambio/server/store/programStore.ts'
import type { StorePlace, StorePlan } from '@cambio/server/store/StorePlan.ts'
import { processesMigrations } from '@cambio/server/work/processes.ts'
import type { ExchangeEnvironment } from '../program/environment.ts'
import { railMigrations } from '../program/rails/railEntries.ts'
import { monthLayouts } from './partitions/partitionedTables.ts'

export const schema = 'exchange'
/** The role that the exchange runs as if the environment names none: it owns no table. */
export const appRole = 'exchange_app'

/** Every table of the exchange, in the order of creation. */
export const migrations: readonly string[] = [
  ledgerMigrations,
  limitsMigrations,
  processesMigrations,
  join(import.meta.dirname, 'migrations'),
  ...railMigrations,
]

type Pools = {
  readonly database: Database
  /** For transactions whose work waits for the other pool: together they can never wait for each other. */
  readonly locking: Database
  /** For requests under an Idempotency-Key, each of which is one transaction from its claim to its answer. */
  readonly keyed: Database
}

/** The exchange's database, open until closed. */
export type OpenStore = programStore.OpenStore<Pools>

/** How the exchange's database differs from another program's. */
export const plan: StorePlan<Pools> = {
  program: 'exchange',
  title: 'exchange',
  schema,
  appRole,
  migrations,
  layouts: monthLayouts,
  baseline: join(import.meta.dirname, 'baseline.sql'),
  variables: {
    url: 'DATABASE_URL',
    ownerUrl: 'DATABASE_OWNER_URL',
    directUrl: 'DATABASE_DIRECT_URL',
  },
  connections: 20,
  pools: (open) => ({ database: open(10), locking: open(4), keyed: open(6) }),
}

/** The exchange's database, migrated; a sandbox may run its own PostgreSQL. @throws StartRefused */
export function openStore(
  environment: ExchangeEnvironment,
  deps: programStore.StoreDeps,
): Promise<OpenStore> {
  return programStore.openStore(plan, placeIn(environment), deps)
}

/**
 * The database for a command beside an exchange that may be running. It is never created here.
 * @throws StartRefused if there is no exchange at the address or in the folder
 */
export function reachStore(
  environment: ExchangeEnvironment,
  deps: programStore.StoreDeps,
): Promise<OpenStore> {
  return programStore.reachStore(plan, placeIn(environment), deps)
}

/** Migrates the exchange's database and closes it. @throws StartRefused */
export function migrateStore(environment: ExchangeEnvironment): Promise<Migrated> {
  return programStore.migrateStore(plan, placeIn(environment))
}

/** The place of the exchange's data that an environment names. */
export function placeIn(environment: ExchangeEnvironment): StorePlace {
  return {
    mode: environment.MODE,
    url: environment.DATABASE_URL,
    ownerUrl: environment.DATABASE_OWNER_URL,
    directUrl: environment.DATABASE_DIRECT_URL,
    readUrl: environment.DATABASE_READ_URL,
    statementNames: environment.DATABASE_STATEMENT_NAMES,
    connections: environment.DATABASE_CONNECTIONS,
    dataDir: environment.DATA_DIR,
  }
}
