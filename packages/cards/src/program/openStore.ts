import { join } from 'node:path'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { Migrated } from '@cambio/server/postgres/migrate.ts'
import * as programStore from '@cambio/server/store/programStore.ts'
import type { StorePlace, StorePlan } from '@cambio/server/store/StorePlan.ts'
import type { CardsEnvironment } from './environment.ts'
import { migrations, schema } from './migrations.ts'

/** The platform's database, open until closed. */
export type Store = programStore.OpenStore<{ readonly database: Database }>

/** How the platform's data is told apart from another program's. */
export const plan: StorePlan<{ readonly database: Database }> = {
  program: 'cards',
  title: 'card platform',
  schema,
  appRole: 'cards_app',
  migrations,
  layouts: [],
  baseline: join(import.meta.dirname, '../../baseline.sql'),
  variables: {
    url: 'CARDS_DATABASE_URL',
    ownerUrl: 'CARDS_DATABASE_OWNER_URL',
    directUrl: 'CARDS_DATABASE_DIRECT_URL',
  },
  connections: 10,
  pools: (open) => ({ database: open(10) }),
}

/** The platform's database, brought up to date; a sandbox may run its own PostgreSQL. @throws StartRefused */
export function openStore(environment: CardsEnvironment, deps: programStore.StoreDeps): Promise<Store> {
  return programStore.openStore(plan, placeIn(environment), deps)
}

/**
 * The database for a command beside a platform that may be running. It is never created here.
 * @throws StartRefused when there is no platform at the address or in the folder
 */
export function reachStore(environment: CardsEnvironment, deps: programStore.StoreDeps): Promise<Store> {
  return programStore.reachStore(plan, placeIn(environment), deps)
}

/** Brings the platform's database up to date and leaves it. @throws StartRefused */
export function migrateStore(environment: CardsEnvironment): Promise<Migrated> {
  return programStore.migrateStore(plan, placeIn(environment))
}

/** The location of the platform's data by the environment. */
export function placeIn(environment: CardsEnvironment): StorePlace {
  return {
    mode: environment.MODE,
    url: environment.CARDS_DATABASE_URL,
    ownerUrl: environment.CARDS_DATABASE_OWNER_URL,
    directUrl: environment.CARDS_DATABASE_DIRECT_URL,
    statementNames: environment.CARDS_DATABASE_STATEMENT_NAMES,
    connections: environment.CARDS_DATABASE_CONNECTIONS,
    dataDir: environment.DATA_DIR,
  }
}
