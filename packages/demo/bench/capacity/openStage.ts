import { randomBytes } from 'node:crypto'
import { createPartner } from '@cambio/partner/client.ts'
import { startChainNode } from '@cambio/rails/chain/node/startChainNode.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { openMeasurementStage, type MeasurementStage } from '@cambio/server/measure/measurementStage.ts'
import { embeddedDatabase } from '@cambio/server/postgres/embeddedDatabase.ts'
import { Calls } from '../../ha/traffic/Calls.ts'
import type { Shop } from '../../ha/traffic/purchases.ts'
import { postmasterOf } from '../../load/processorTime.ts'
import { startProgram, type Program } from '../../load/startProgram.ts'
import { sandboxPartner } from '../../src/sandbox.ts'
import { openCallbackReceiver } from '../../test/CallbackReceiver.ts'

/** Both programs, their databases and the chain's node on this machine, and where purchases are made. */
export type Stage = {
  readonly shop: Shop
  readonly exchange: Program
  readonly cards: Program
  readonly postmaster: number
  /** The superuser's address of a database. */
  readonly superuserUrl: (database: string) => string
  close(): Promise<void>
}

const PATIENCE_MS = 600_000

/** Starts everything in a temporary folder, which goes when it is closed. */
export async function openStage(): Promise<Stage> {
  const base = await openMeasurementStage('cambio-capacity')
  const chain = await startChainNode({ dataDir: base.dataDir, port: 0, print: () => {} })
  const callbacks = await openCallbackReceiver()
  const close = async () => {
    await base.close()
    await callbacks.close()
    await chain.close()
  }
  try {
    const [port, cardsPort] = [await freePort(0), await freePort(0)]
    const url = `http://127.0.0.1:${port}`
    const shared = { CHAIN_URL: chain.url, PAYMENT_URL: `http://127.0.0.1:${cardsPort}`, BASE_URL: url }
    const cards = await startCards(base, { ...shared, CARDS_PORT: String(cardsPort) }, url)
    const exchange = await startExchange(base, { ...shared, PORT: String(port) }, callbacks.url)
    const calls = new Calls()
    const { apiKey, secret } = sandboxPartner
    const partner = createPartner({ baseUrl: url, apiKey, secret, fetch: calls.fetch })
    return {
      shop: { url, chainUrl: chain.url, partner, calls, callbacks, clients: [], patienceMs: PATIENCE_MS },
      exchange,
      cards,
      postmaster: await postmasterOf(base.server.url('postgres')),
      superuserUrl: (database) => base.server.url(database),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Variables = Readonly<Record<string, string>>

async function startCards(
  { dataDir, server, children }: MeasurementStage,
  variables: Variables,
  url: string,
) {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, 'cards')
  return startProgram(children, 'src/programs/cards.ts', {
    environment: {
      ...environmentOf(dataDir),
      ...variables,
      CARDS_DATABASE_URL: appUrl,
      CARDS_DATABASE_OWNER_URL: ownerUrl,
      CARDS_KEY: randomBytes(32).toString('base64'),
      NOTIFICATION_URL: `${url}/notices/card`,
    },
  })
}

async function startExchange(
  { dataDir, server, children }: MeasurementStage,
  variables: Variables,
  callbackUrl: string,
) {
  const { appUrl, ownerUrl } = await embeddedDatabase(server, 'exchange')
  return startProgram(children, 'src/programs/exchange.ts', {
    environment: {
      ...environmentOf(dataDir),
      ...variables,
      DATABASE_URL: appUrl,
      DATABASE_OWNER_URL: ownerUrl,
      SANDBOX_CALLBACK_URL: callbackUrl,
    },
  })
}

function environmentOf(dataDir: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LIMITS_FACTOR: '1000000',
    SALES_PER_SECOND: '1000',
  }
}
