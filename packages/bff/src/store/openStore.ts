import { join } from 'node:path'
import { sandboxNetworkMigrations } from '@cambio/rails/payout/sandboxNetwork.ts'
import { limitsMigrations } from '@cambio/server/limits.ts'
import type { Log } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { ledgerMigrations } from '@cambio/server/postgres/Ledger.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import type { ExchangeEnvironment } from '../environment.ts'

export const schema = 'exchange'
/** The role the exchange runs as where the environment names none: it owns no table. */
export const appRole = 'exchange_app'

/** Every table of the exchange, in the order in which they are made. */
export const migrations: readonly string[] = [
  ledgerMigrations,
  limitsMigrations,
  join(import.meta.dirname, 'migrations'),
  sandboxNetworkMigrations,
]

export type OpenStore = {
  readonly database: Database
  /** For transactions whose work waits for the other pool: together they can never wait for each other. */
  readonly holds: Database
  close(): Promise<void>
}

/** The exchange's database, brought up to date; without an address, a sandbox runs its own PostgreSQL. */
export async function openStore(
  environment: ExchangeEnvironment,
  { log, progress }: { log: Log; progress: (sentence: string) => void },
): Promise<OpenStore> {
  if (environment.DATABASE_URL !== undefined) return open(environment.DATABASE_URL, environment)
  const server = await startEmbedded({ dataDir: environment.DATA_DIR, log, progress })
  try {
    const { appUrl, ownerUrl } = await embeddedDatabase(server, 'exchange')
    const store = await open(appUrl, { ...environment, DATABASE_OWNER_URL: ownerUrl })
    return {
      ...store,
      async close() {
        await store.close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

async function open(
  url: string,
  { DATABASE_OWNER_URL: ownerUrl, DATABASE_DIRECT_URL: directUrl }: ExchangeEnvironment,
): Promise<OpenStore> {
  const role = ownerUrl === undefined ? appRole : decodeURIComponent(new URL(url).username)
  const variable = ownerUrl === undefined ? 'DATABASE_URL' : 'DATABASE_OWNER_URL'
  await migrate({ url: ownerUrl ?? url, schema, appRole: role, directories: migrations, variable })
  const session = {
    url,
    schema,
    ...(ownerUrl === undefined && { role }),
    ...(directUrl !== undefined && { directUrl }),
  }
  const database = openDatabase({ ...session, max: 10 })
  const holds = openDatabase({ ...session, max: 4 })
  return {
    database,
    holds,
    async close() {
      await holds.close()
      await database.close()
    },
  }
}
