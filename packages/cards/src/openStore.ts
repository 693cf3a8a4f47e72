import type { Log } from '@cambio/server/log.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { migrate } from '@cambio/server/postgres/migrate.ts'
import { StartRefused } from '@cambio/server/StartRefused.ts'
import type { CardsEnvironment } from './environment.ts'
import { migrations, schema } from './migrations.ts'

/** The role the platform runs as where the environment names none: it owns no table. */
const APP_ROLE = 'cards_app'

/** The platform's database, brought up to date; without an address, a sandbox runs its own PostgreSQL. */
export async function openStore(
  environment: CardsEnvironment,
  { log, progress }: { log: Log; progress: (sentence: string) => void },
): Promise<{ database: Database; close: () => Promise<void> }> {
  const url = environment.CARDS_DATABASE_URL
  if (url !== undefined) {
    const database = await open(url, environment.CARDS_DATABASE_OWNER_URL)
    return { database, close: () => database.close() }
  }
  if (environment.MODE === 'live') {
    throw new StartRefused(
      'Live payments are kept in a PostgreSQL of yours: set CARDS_DATABASE_URL to its address.',
    )
  }
  const server = await startEmbedded({ dataDir: environment.DATA_DIR, log, progress })
  const { appUrl, ownerUrl } = await embeddedDatabase(server, 'cards')
  const database = await open(appUrl, ownerUrl)
  return {
    database,
    async close() {
      await database.close()
      await server.stop()
    },
  }
}

async function open(url: string, ownerUrl: string | undefined): Promise<Database> {
  const appRole = ownerUrl === undefined ? APP_ROLE : decodeURIComponent(new URL(url).username)
  const variable = ownerUrl === undefined ? 'CARDS_DATABASE_URL' : 'CARDS_DATABASE_OWNER_URL'
  await migrate({ url: ownerUrl ?? url, schema, appRole, directories: migrations, variable })
  return openDatabase({ url, schema, ...(ownerUrl === undefined ? { role: appRole } : {}) })
}
