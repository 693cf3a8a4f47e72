import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as exchangeStore from '@cambio/bff/store/openStore.ts'
import * as cardsStore from '@cambio/cards/program/migrations.ts'
import { requireSignature } from '@cambio/cards/store/merchantSignatures.ts'
import { createPartner, type Partner } from '@cambio/partner/client.ts'
import { freePort } from '@cambio/server/freePort.ts'
import { fileKeyring } from '@cambio/server/keys/fileKeyring.ts'
import { silentLog } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement, testDatabase, type TestDatabase } from '@cambio/server/testing/postgres/testing.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { expect } from 'vitest'
import { startChild, type Child } from '../src/Child.ts'
import { DemoEnvironment } from '../src/DemoEnvironment.ts'
import { launch } from '../src/launch.ts'
import { sandboxMerchant, sandboxPartner } from '../src/sandbox.ts'
import { Buyer } from './Buyer.ts'
import { openCallbackReceiver, type CallbackReceiver } from './CallbackReceiver.ts'
import { openFaultyProxy, type Fault, type Message } from './FaultyProxy.ts'

/** Both programs as processes of their own on real databases, with lines between them that can be made bad. */
export type Product = {
  readonly baseUrl: string
  /** The card platform's own address, past the line to it. */
  readonly cardsUrl: string
  /** The card platform's address, as the exchange knows it. */
  readonly platformUrl: string
  readonly partner: Partner
  readonly callbacks: CallbackReceiver
  /** Process ids as they are now. */
  readonly pids: { readonly exchange: number; readonly cards: number }
  /** A buyer with a widget request of their own; its id is the order's id at the partner. */
  buyer(options?: {
    again?: ConstructorParameters<typeof Buyer>[0]['again']
    /** Of the exchange that they buy at; left out: the product's own. */
    baseUrl?: string
  }): Promise<Buyer & { entry: string }>
  /** The coins that left, and the order each belongs to. */
  payouts(): Promise<readonly { readonly order_id: string | null; readonly units: bigint }[]>
  /** What the card platform took or holds, by the id that the exchange gave it. */
  payments(): Promise<readonly { readonly order_id: string; readonly state: string }[]>
  /** Orders as the exchange has them. */
  orders(): Promise<readonly { readonly id: string; readonly status: string }[]>
  /** Asks the exchange's database, as its owner. */
  readonly query: Query
  /** What the command lines of the two programs find in their environment. */
  readonly settings: Readonly<Record<string, string>>
  /** Where the chain's node is. */
  readonly chainUrl: string
  /** Starts one more exchange, on the same database or on the one that `settings` name, which ends with the product. */
  anotherExchange(
    chainUrl?: string,
    settings?: Readonly<Record<string, string>>,
  ): Promise<{ readonly port: number; kill(): void; end(): Promise<void> }>
  /** Checks what must hold at any time: both books sum to zero in every asset and layer. */
  expectBalancedBooks(): Promise<void>
  close(): Promise<void>
}

type Again = NonNullable<ConstructorParameters<typeof Buyer>[0]['again']>

const once: Again = (act) => act()

let emails = 0

export async function openProduct(
  faults: {
    /** Between the exchange and the card platform. */
    toPlatform?: (message: Message) => Fault | undefined
    /** Between the card platform and the exchange, and for browsers that come back. */
    toExchange?: (message: Message) => Fault | undefined
    receiver?: Parameters<typeof openCallbackReceiver>[0]
    /** What the exchange signs the whole of its messages with, which its merchant then has to. */
    signingSecret?: Buffer
    /** How each program gets to its database, as variables; by its owner's address where left out. */
    reach?: (variable: string, data: TestDatabase) => Promise<Record<string, string>>
    /** Migrations that the databases have before the programs start; all where left out. */
    directories?: { readonly exchange: readonly string[]; readonly cards: readonly string[] }
    /** More variables of both programs. */
    settings?: Readonly<Record<string, string>>
    /** What is there before the programs start. */
    before?: (there: {
      dataDir: string
      exchangeData: TestDatabase
      cardsData: TestDatabase
    }) => Promise<void>
  } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cambio-product-'))
  const exchangeData = await testDatabase({
    schema: exchangeStore.schema,
    appRole: exchangeStore.appRole,
    directories: faults.directories?.exchange ?? exchangeStore.migrations,
  })
  const cardsData = await testDatabase({
    schema: cardsStore.schema,
    appRole: 'cards_app',
    directories: faults.directories?.cards ?? cardsStore.migrations,
  })
  await faults.before?.({ dataDir, exchangeData, cardsData })
  const callbacks = await openCallbackReceiver(faults.receiver)
  const toPlatform = await openFaultyProxy(faults.toPlatform ?? (() => undefined))
  const toExchange = await openFaultyProxy(faults.toExchange ?? (() => undefined))
  const reach = faults.reach ?? ((variable, { ownerUrl }) => Promise.resolve({ [variable]: ownerUrl }))
  const addresses = {
    ...(await reach('DATABASE_URL', exchangeData)),
    ...(await reach('CARDS_DATABASE_URL', cardsData)),
  }
  const stop = new AbortController()
  const others: Child[] = []
  const inherited = {
    ...addresses,
    CAPTURE_DELAY_MS: '100',
    RETRY_FACTOR: '0.001',
    LIMITS_FACTOR: '1000',
    // What a test finds is what it made.
    SANDBOX_EXAMPLES: '0',
    ...faults.settings,
    ...(faults.signingSecret && { MERCHANT_SIGNING_SECRET: faults.signingSecret.toString('base64') }),
  }
  const launched = await launch({
    environment: DemoEnvironment.parse({
      PORT: '0',
      CARDS_PORT: '0',
      DEMO_PORT: '0',
      CHAIN_PORT: '0',
      BASE_URL: toExchange.url,
      PAYMENT_URL: toPlatform.url,
      DATA_DIR: dataDir,
      ...addresses,
      SANDBOX_CALLBACK_URL: callbacks.url,
    }),
    inherited,
    log: silentLog,
    print:
      process.env['DEBUG_PRODUCT'] === undefined ? () => {} : (line) => process.stderr.write(`${line}\n`),
    stopped: stop.signal,
  })
  if (faults.signingSecret) {
    const deps = {
      ...cardsData.database,
      keyring: fileKeyring(join(dataDir, 'cards.key')),
      random: systemRandom,
    }
    const key = { algorithm: 'hmac-sha256', secret: faults.signingSecret } as const
    await requireSignature(deps, sandboxMerchant.clientKey, key)
  }
  toPlatform.target = launched.addresses.cards.port
  toExchange.target = launched.addresses.exchange.port
  const baseUrl = `http://localhost:${launched.addresses.exchange.port}`
  const { apiKey, secret } = sandboxPartner
  const partner = createPartner({ baseUrl, apiKey, secret })

  return {
    baseUrl,
    cardsUrl: `http://localhost:${launched.addresses.cards.port}`,
    platformUrl: toPlatform.url,
    partner,
    callbacks,
    get pids() {
      return launched.pids
    },
    async buyer({ again = once, baseUrl: at = baseUrl } = {}) {
      emails += 1
      const email = `buyer-${process.pid}-${emails}@example.com`
      const idempotencyKey = `request-${process.pid}-${emails}`
      const { request_id: entry } = await again(() =>
        createPartner({ baseUrl: at, apiKey, secret }).call(
          contract.partner.createRequest,
          { body: {} },
          { idempotencyKey },
        ),
      )
      return Object.assign(new Buyer({ baseUrl: at, entry, email, again }), { entry })
    },
    payouts: () =>
      exchangeData.database.query(
        statement(`select o.id as order_id, t.units from (
            select payout_id, units from sandbox_transfer where txid is not null
            union all select payout_id, units from chain_payout where state = 'done'
          ) t left join orders o using (payout_id)`),
      ),
    payments: () => cardsData.database.query(statement('select order_id, state from transaction')),
    orders: () => exchangeData.database.query(statement('select id, status from orders')),
    query: exchangeData.owner.query,
    settings: { ...addresses, DATA_DIR: dataDir, BASE_URL: baseUrl, PAYMENT_URL: toPlatform.url },
    chainUrl: launched.chain,
    async anotherExchange(chainUrl = launched.chain, settings = {}) {
      const port = await freePort(0)
      const child = await startChild(
        {
          name: 'other exchange',
          entry: new URL('../src/programs/exchange.ts', import.meta.url),
          environment: {
            ...inherited,
            DATA_DIR: dataDir,
            BASE_URL: toExchange.url,
            PAYMENT_URL: toPlatform.url,
            PORT: String(port),
            SHOP_URL: launched.addresses.shop.url,
            SANDBOX_CALLBACK_URL: callbacks.url,
            MERCHANT_KEY: sandboxMerchant.clientKey,
            MERCHANT_PASSWORD: sandboxMerchant.password,
            CHAIN_URL: chainUrl,
            ...settings,
          },
          onLine: () => {},
        },
        stop.signal,
      )
      others.push(child)
      return {
        port,
        kill: () => child.kill('SIGKILL'),
        async end() {
          child.kill('SIGTERM')
          await child.ended
        },
      }
    },
    async expectBalancedBooks() {
      expect(await imbalances(exchangeData.database.query)).toEqual([])
      expect(await imbalances(cardsData.database.query)).toEqual([])
    },
    async close() {
      for (const other of others) {
        other.kill('SIGTERM')
        await other.ended
      }
      await launched.close()
      for (const each of [toPlatform, toExchange, callbacks, exchangeData, cardsData]) await each.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
