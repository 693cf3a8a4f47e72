import { resolve } from 'node:path'
import type { Log } from '@cambio/server/log.ts'
import { makeFolder } from '@cambio/server/makeFolder.ts'
import { startEmbedded } from '@cambio/server/postgres/embedded.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { DemoEnvironment } from './DemoEnvironment.ts'

/** Where each program keeps its data, as variables for it, and what to close after them. */
export type Databases = {
  readonly dataDir: string
  readonly exchange: Record<string, string>
  readonly cards: Record<string, string>
  close(): Promise<void>
}

/** The embedded PostgreSQL for whichever program has no database of one's own. @throws StartRefused */
export async function openDatabases(
  { DATABASE_URL, CARDS_DATABASE_URL, DATA_DIR }: DemoEnvironment,
  { log, print }: { log: Log; print: (sentence: string) => void },
): Promise<Databases> {
  if (DATABASE_URL !== undefined && CARDS_DATABASE_URL !== undefined) {
    return { dataDir: ownFolder(DATA_DIR), exchange: {}, cards: {}, close: async () => {} }
  }
  const server = await startEmbedded({ dataDir: DATA_DIR, log, progress: print })
  if (server.dataDir !== resolve(DATA_DIR)) {
    print(
      `The database runs under a user of its own, who may not enter ${resolve(DATA_DIR)}: the data is in ${server.dataDir}.`,
    )
  }
  try {
    const exchange = await embeddedDatabase(server, 'exchange')
    const cards = await embeddedDatabase(server, 'cards')
    return {
      dataDir: server.dataDir,
      exchange:
        DATABASE_URL === undefined
          ? { DATABASE_URL: exchange.appUrl, DATABASE_OWNER_URL: exchange.ownerUrl }
          : {},
      cards:
        CARDS_DATABASE_URL === undefined
          ? { CARDS_DATABASE_URL: cards.appUrl, CARDS_DATABASE_OWNER_URL: cards.ownerUrl }
          : {},
      close: () => server.stop(),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

function ownFolder(dataDir: string): string {
  const folder = resolve(dataDir)
  try {
    makeFolder(folder, 0o700)
  } catch (error) {
    throw new StartRefused(
      `The data folder ${folder} cannot be made: make it writable for this user, or set DATA_DIR to a folder that is.`,
      { cause: error },
    )
  }
  return folder
}
