import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { schema as exchangeSchema } from '@cambio/bff/store/openStore.ts'
import { unrestricted } from '@cambio/cards/merchant/unrestricted.ts'
import { schema as cardsSchema } from '@cambio/cards/program/migrations.ts'
import { saveMerchant } from '@cambio/cards/store/merchants.ts'
import { keyring } from '@cambio/server/keys/Keyring.ts'
import { openMeasurementStage } from '@cambio/server/measure/measurementStage.ts'
import { openDatabase, type Database } from '@cambio/server/postgres/Database.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import * as z from 'zod/mini'
import { postmasterOf } from '../load/processorTime.ts'
import { startProgram, type Program } from '../load/startProgram.ts'
import { settleAddresses } from '../src/Addresses.ts'
import { DemoEnvironment } from '../src/DemoEnvironment.ts'
import { soakMerchant } from './sales.ts'

/** A program under load, with its database as the owner of the tables has it. */
export type Loaded = {
  readonly schema: string
  readonly url: string
  readonly pid: number
  readonly database: Database
}

/** Both programs on an embedded database of their own, and who hears what they have to tell. */
export type Stage = {
  readonly exchange: Loaded
  readonly cards: Loaded
  readonly receiver: Program
  readonly postmaster: number
  close(): Promise<void>
}

const Address = z.object({ url: z.string() })

/** Starts everything in a temporary folder, which goes when it is closed. */
export async function openStage(): Promise<Stage> {
  const base = await openMeasurementStage('cambio-soak')
  const { dataDir, server, children } = base
  const databases: Database[] = []
  const owned = (url: string, schema: string) => {
    const database = openDatabase({ url, schema, max: 2 })
    databases.push(database)
    return database
  }
  const close = async () => {
    for (const database of databases) await database.close()
    await base.close()
  }
  try {
    const receiver = await startProgram(children, 'load/programs/receiver.ts')
    const { url: receiverUrl } = Address.parse(receiver.firstMessage)
    const exchangeData = await embeddedDatabase(server, 'exchange')
    const cardsData = await embeddedDatabase(server, 'cards')
    const addresses = await settleAddresses(
      DemoEnvironment.parse({ PORT: '0', CARDS_PORT: '0', DEMO_PORT: '0', CHAIN_PORT: '0' }),
    )
    const key = randomBytes(32)
    const shared = {
      ...process.env,
      DATA_DIR: dataDir,
      LIMITS_FACTOR: '1000000',
      SALES_PER_SECOND: '1000',
      // A message that a busy machine was too slow for is sent again within the tenth.
      RETRY_FACTOR: '0.01',
      PAYMENT_URL: addresses.cards.url,
    }
    const cards = await startAgain(children, 'src/programs/cards.ts', {
      environment: {
        ...shared,
        CARDS_PORT: String(addresses.cards.port),
        CARDS_KEY: key.toString('base64'),
        CARDS_DATABASE_URL: cardsData.appUrl,
        CARDS_DATABASE_OWNER_URL: cardsData.ownerUrl,
        NOTIFICATION_URL: `${addresses.exchange.url}/notices/card`,
      },
    })
    const exchange = await startAgain(children, 'src/programs/exchange.ts', {
      environment: {
        ...shared,
        PORT: String(addresses.exchange.port),
        DATABASE_URL: exchangeData.appUrl,
        DATABASE_OWNER_URL: exchangeData.ownerUrl,
        SANDBOX_CALLBACK_URL: receiverUrl,
      },
    })
    const loaded = (program: Program, { url }: { url: string }, ownerUrl: string, schema: string) => ({
      schema,
      url,
      pid: program.pid,
      database: owned(ownerUrl, schema),
    })
    const stage = {
      exchange: loaded(exchange, addresses.exchange, exchangeData.ownerUrl, exchangeSchema),
      cards: loaded(cards, addresses.cards, cardsData.ownerUrl, cardsSchema),
      receiver,
      postmaster: await postmasterOf(server.url('postgres')),
      close,
    }
    await makeMerchant(stage.cards.database, { key, notificationUrl: receiverUrl })
    return stage
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Starts a program for the second time. The first start after a change compiles everything and keeps it for those that
 * follow; what compiles stays in its memory, 18 MB that no later start has.
 */
async function startAgain(...args: Parameters<typeof startProgram>): Promise<Program> {
  const { child } = await startProgram(...args)
  child.kill('SIGTERM')
  await once(child, 'exit')
  return startProgram(...args)
}

/** How long the platform holds the money of a SALE before it takes it. */
const CAPTURE_DELAY_MS = 1_000

async function makeMerchant(
  { query }: Database,
  { key, notificationUrl }: { key: Buffer; notificationUrl: string },
): Promise<void> {
  await saveMerchant(
    { query, keyring: keyring([key]), random: systemRandom },
    {
      ...soakMerchant,
      name: 'Soak',
      descriptor: 'SOAK',
      mode: 'test',
      acquirer: 'sandbox',
      algorithm: 'md5',
      notificationUrl,
      captureDelayMs: CAPTURE_DELAY_MS,
      tokenization: true,
      wallets: [],
      ...unrestricted,
    },
    new Date(),
  )
}
