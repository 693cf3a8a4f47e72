import type { Delivery, DeliveryAnswer } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import { carriedCatalogue } from '@cambio/exchange/catalogue/carriedCatalogue.ts'
import type { Attempt } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import { attemptsOf } from '@cambio/exchange/payin/Payin.ts'
import type { PayoutRail, PayoutRails } from '@cambio/exchange/payout/PayoutRail.ts'
import { screeningOf } from '@cambio/exchange/screening/screeningOf.ts'
import { sandboxNetwork, type PayoutFault } from '@cambio/rails/payout/sandboxNetwork.ts'
import { answerCall, type Answer } from '@cambio/server/cli/answerCall.ts'
import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { imbalances, readWholeLedger } from '@cambio/server/postgres/Ledger.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { readEnvironment } from '@cambio/server/settings/environment.ts'
import { cleanDatabase, type Reach } from '@cambio/server/testing/postgres/testing.ts'
import { payinGroups } from '@cambio/wire/Group.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { expect } from 'vitest'
import { argon2Passwords } from '../src/authenticate/argon2.ts'
import { openCatalogue } from '../src/catalogue/cachedCatalogue.ts'
import { exchangeCommands } from '../src/cli/exchangeCommands.ts'
import { createApp } from '../src/http/app.ts'
import { openRequestLog } from '../src/http/requestLog.ts'
import { openLegalNotice } from '../src/legal/openLegalNotice.ts'
import { allWork } from '../src/program/allWork.ts'
import { deliveriesOf } from '../src/program/deliveriesOf.ts'
import { dueLoops } from '../src/program/dueLoops.ts'
import { ExchangeEnvironment } from '../src/program/environment.ts'
import type { Exchange } from '../src/program/Exchange.ts'
import { withFaults } from '../src/program/faultyProviders.ts'
import { derivedKeys, keysOf } from '../src/program/Keys.ts'
import { openProviders, settledProviders } from '../src/program/providers/openProviders.ts'
import { providersOf } from '../src/program/providers/providersOf.ts'
import { openRails } from '../src/program/rails/openRails.ts'
import { railsOf } from '../src/program/rails/railEntries.ts'
import { orderLeftovers } from '../src/store/ledger/orderLeftovers.ts'
import { verifyLedger } from '../src/store/ledger/verifyLedger.ts'
import { appRole, migrations, schema } from '../src/store/openStore.ts'
import { partnerStore, type NewPartner } from '../src/store/partners.ts'
import { sanctionsStore } from '../src/store/sanctions.ts'
import { storeDepsOf } from '../src/store/StoreDeps.ts'
import { storesOf } from '../src/store/stores.ts'
import { statusStreams } from '../src/widget/statusStreams.ts'
import { attachableSlots } from '../src/work/delivery/attachableSlots.ts'
import { exchangeWork } from '../src/work/exchangeWork.ts'
import { cardDouble, type Plan, type TypedCard } from './card/cardDouble.ts'
import { builtFiles as files } from './http/builtFiles.ts'
import { expectPromised } from './http/expectPromised.ts'
import { memberAt } from './memberAt.ts'
import { commandDepsOf } from './operator/commandDepsOf.ts'
import { payer } from './person/payer.ts'
import { nextMinute } from './store/nextMinute.ts'
import { atOnce, exchanges, inTurns, openTwin } from './twin.ts'

/*
 * The whole exchange on a database of its own, under a clock that stands until it is moved. Tests come in by the front
 * door; what the exchange does of its own accord is done by `settle`.
 */

export type Rig = Awaited<ReturnType<typeof openRig>>
export type Reply = {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The answer's JSON; null for anything else. */
  readonly body: unknown
  /** The value at a path of members, such as `order.status`. */
  at(path: string): unknown
}

export const ethAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
export const clientKey = '11111111-1111-4111-8111-111111111111'
export const merchantPassword = '13a4822c5907ed235f3a068c76184fc3'
const baseUrl = 'http://exchange.test'
const SETTLE_MS = 120 * 60_000
export const shop = { apiKey: 'SHOP', secret: 'shop-secret', callbackSecret: 'shop-callback-secret' }
export const rival = { apiKey: 'RIVAL', secret: 'rival-secret', callbackSecret: 'rival-callback-secret' }

export { builtFiles as files } from './http/builtFiles.ts'
export { payer } from './person/payer.ts'

/**
 * @param variables environment variables by which other rails are switched on
 * @param watched what the exchange has as its database, made of each of its pools
 */
export async function openRig(
  options: Partial<Exchange> = {},
  variables: Readonly<Record<string, string>> = {},
  reach?: Reach,
  watched: (pool: Database) => Database = (pool) => pool,
) {
  const environment = readEnvironment(ExchangeEnvironment, {
    MERCHANT_KEY: clientKey,
    MERCHANT_PASSWORD: merchantPassword,
    ...variables,
  })
  const kept = await cleanDatabase({ schema, appRole, directories: migrations }, reach)
  const locking = watched(kept.open(4))
  const keyed = watched(kept.open(6))
  let now = new Date('2026-03-01T09:30:00.123Z')
  const clock = { now: () => now }
  const random = systemRandom
  const card = cardDouble()
  const database = watched(kept.database)
  const deliveries: Delivery[] = []
  let answer: (delivery: Delivery) => DeliveryAnswer = () => ({ is: 'acknowledged', status: 200 })
  let payoutFault: PayoutFault | undefined
  let whileSending: () => Promise<unknown> = async () => undefined
  const network = sandboxNetwork({ query: database.query, clock, random, faultOf: () => payoutFault })
  const payoutRail: PayoutRail = {
    ...network,
    async send(order) {
      const state = await network.send(order)
      await whileSending()
      return state
    },
  }
  const catalogue = await openCatalogue({
    database,
    clock,
    log: silentLog,
    mode: options.mode ?? 'sandbox',
  })
  const keys = keysOf({ random }, derivedKeys(Buffer.alloc(32, options.cell ?? 7)))
  const callbackSlots = attachableSlots()
  const stores = storesOf(storeDepsOf({ database, locking, random, keys, clock, callbackSlots }))
  const { inbox, orders } = stores
  const metrics = createMetrics({ program: 'exchange' })
  const railDeps = {
    dataDir: environment.DATA_DIR,
    metrics,
    baseUrl,
    database,
    clock,
    random,
    log: options.log ?? silentLog,
    inbox,
    orders,
    resume: async () => {},
  }
  const { oracles, work: ofRails, ...rails } = openRails(await railsOf(environment), railDeps, [])
  const asked = openProviders(await settledProviders(environment), railDeps, [])
  const payout: PayoutRails = options.payout ?? [
    ...rails.payout.filter(({ networks }) => networks !== 'any'),
    { group: 'crypto', networks: 'any', rail: payoutRail },
    ...rails.payout,
  ]
  const exchange: Exchange = {
    version: '0',
    mode: 'sandbox',
    cell: null,
    baseUrl,
    paymentUrl: 'http://cards.test',
    merchantKey: clientKey,
    requestLifeMs: 24 * 60 * 60 * 1_000,
    limitsFactor: 1_000,
    retirement: null,
    salesPerSecond: 10,
    retryFactor: 1,
    metricsFrom: [],
    trustedProxies: [],
    fallbackOrigins: ['http://demo.test'],
    legal: await openLegalNotice(database.query, environment, { mode: 'sandbox', baseUrl, now }),
    ...rails,
    ...allWork([...ofRails, ...asked.work]),
    card,
    ...withFaults(payout, orders),
    screening: screeningOf([sanctionsStore(database), ...oracles]),
    oracles: screeningOf(oracles),
    ...providersOf(asked.named, {
      ...stores,
      mode: 'sandbox',
      cell: options.cell ?? null,
      baseUrl,
      clock,
      random,
    }),
    endpoint: {
      async deliver(delivery) {
        deliveries.push(delivery)
        return answer(delivery)
      },
    },
    eventStream: null,
    callbackSlots,
    statusStreams: statusStreams({ query: database.query, log: silentLog, random }),
    requestLog: openRequestLog({ query: database.query, log: silentLog }),
    database,
    reads: database.query,
    locking,
    keyed,
    keys,
    // At its real cost each registration and login would take longer than most tests.
    passwords: argon2Passwords({ random, cost: { memory: 8, passes: 1, parallelism: 1 } }),
    clock,
    random,
    log: silentLog,
    metrics,
    ...options,
    catalogue: carriedCatalogue(options.catalogue ?? catalogue, {
      payins: payinGroups,
      depositNetworks: rails.deposits.flatMap(({ networks }) => networks),
      payouts: payout,
    }),
  }
  const app = createApp(exchange, files, { checkAnswers: true })
  const alone = exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange))
  const twin =
    exchanges.count === 2 ? await openTwin(exchange, { open: kept.open, environment, files }) : null
  if (twin) inTurns(app, twin.app)
  const work = twin ? atOnce(alone, twin.work) : alone

  async function ensurePartner(partner: Partial<NewPartner> & typeof shop): Promise<void> {
    await partnerStore(storeDepsOf(exchange)).put({
      name: partner.apiKey,
      origins: ['http://shop.test'],
      callbackUrl: 'http://shop.test/callbacks',
      callbackVersion: null,
      requireTimestamp: false,
      leastSignatureVersion: 1,
      allowedAddresses: [],
      firstOrderFree: false,
      statuses: 'all',
      ...partner,
    })
  }
  await ensurePartner(shop)

  /** The attempts to charge a card for an order. */
  async function attempts(orderId: string): Promise<readonly Attempt[]> {
    const order = await stores.orders.find(orderId)
    return order ? attemptsOf(order.payin) : []
  }
  await ensurePartner(rival)

  async function send(
    method: string,
    path: string,
    init: { body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Reply> {
    const response = await app.request(path, { method, ...init })
    const text = await response.text()
    const isJson = /json(;|$)/.test(response.headers.get('content-type') ?? '')
    const body: unknown = isJson ? JSON.parse(text) : null
    expectPromised(method, path, body)
    return {
      status: response.status,
      text,
      headers: response.headers,
      body,
      at: (path) => memberAt(body, path),
    }
  }

  const json = { 'Content-Type': 'application/json' }
  const textOf = (body: object | string | undefined) =>
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)

  /** Sends a request that a partner has signed, the shop unless another is named. */
  async function partner(
    method: string,
    path: string,
    body?: object | string,
    extra: { headers?: Record<string, string>; as?: typeof shop } = {},
  ): Promise<Reply> {
    const text = textOf(body)
    const { apiKey, secret } = extra.as ?? shop
    const signature = signRequest(secret, path.replace(/\?.*/, ''), text ?? '')
    const headers = { 'API-Key': apiKey, 'API-Signature': signature, ...(text && json), ...extra.headers }
    return send(method, path, { headers, ...(text !== undefined && { body: text }) })
  }

  /** Sends a request of the widget's, with a session where there is one. */
  async function widget(
    method: string,
    path: string,
    body?: object | string,
    session?: string,
  ): Promise<Reply> {
    const text = textOf(body)
    const headers = { ...(text && json), ...(session && { Authorization: `Bearer ${session}` }) }
    return send(method, path, { headers, ...(text !== undefined && { body: text }) })
  }

  /** Has a buyer confirm an e-mail address and fill in the payer's details at a request; answers the session. */
  async function buyerAt(entry: string, email: string): Promise<string> {
    const path = `/api/widget/${entry}`
    const sent = await widget('POST', `${path}/code`, { email })
    const opened = await widget('POST', `${path}/session`, { email, code: sent.at('sandbox_code') })
    expect(opened.status, `${sent.text} ${opened.text}`).toBe(200)
    const session = String(opened.at('session'))
    expect((await widget('PUT', `${path}/payer`, payer, session)).status).toBe(200)
    return session
  }

  /** Opens a widget request of the shop's: ETH to a fixed address for 50 EUR, unless `fields` has other terms. */
  async function openRequest(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const opened = await partner('POST', '/api/v2/partner/create_request', {
      payin_currency: 'EUR',
      payin_group: 'card',
      payin_amount: '50.00',
      payout_currency: 'ETH',
      payout_group: 'crypto',
      dst_address: ethAddress,
      ...fields,
    })
    expect(opened.status).toBe(200)
    return String(opened.at('request_id'))
  }

  /** Has a buyer place an order in the widget, ready to be paid. */
  async function placeOrder(
    input: { amount?: string; email?: string; fixed?: Readonly<Record<string, unknown>> } = {},
  ) {
    const entry = await openRequest({ payin_amount: input.amount ?? '50.00', ...input.fixed })
    const path = `/api/widget/${entry}`
    const session = await buyerAt(entry, input.email ?? `buyer-${random.token(64)}@example.com`)
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const quote = await widget('POST', `${path}/quote`, terms, session)
    const order = await widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
    return { entry, path, session, orderId: String(order.at('order.client_order_id')) }
  }

  /** Types a card into a form of the order's and charges it. */
  async function charge(
    order: { path: string; session: string },
    plan: Plan,
    typed?: TypedCard,
  ): Promise<Reply> {
    const form = await widget('POST', `${order.path}/fields`, {}, order.session)
    const session_id = String(form.at('session_id'))
    card.fill(session_id, plan, typed)
    const body = { session_id, challenge: 'frame' }
    return widget('POST', `${order.path}/charge`, body, order.session)
  }

  /** Runs a command of the operator's on this exchange. */
  function runCommand(...words: readonly string[]): Promise<Answer> {
    return answerCall(exchangeCommands, words, (work) => work(commandDepsOf(exchange)))
  }

  return {
    app,
    exchange,
    /** What the exchange sells by, as it was read when the rig opened; `refresh` has every exchange read it again. */
    catalogue: { ...catalogue, refresh: () => Promise.all([catalogue.refresh(), twin?.refresh()]) },
    stores,
    attempts,
    card,
    work,
    deliveries,
    database,
    owner: kept.owner,
    /** Opens other connections than the rig's own. */
    openPool: kept.open,
    query: database.query satisfies Query,
    send,
    partner,
    widget,
    buyerAt,
    openRequest,
    placeOrder,
    charge,
    runCommand,
    ensurePartner,
    /** Sets what goes wrong with payouts from now on; undefined: nothing. */
    payoutsMeet: (fault: PayoutFault | undefined) => void (payoutFault = fault),
    /** Sets what happens between the moment a payout is made and the moment the exchange learns of it. */
    whileSending: (work: typeof whileSending) => void (whileSending = work),
    receiverAnswers: (by: typeof answer) => void (answer = by),
    pass: (ms: number) => void (now = new Date(now.getTime() + ms)),
    /** Lets two hours pass, a minute at a time; minutes in which nothing is due pass at once. */
    async settle(): Promise<void> {
      const end = now.getTime() + SETTLE_MS
      while (now.getTime() < end) {
        await work.tick()
        now = new Date(Math.min(end, await nextMinute(exchange)))
      }
    },
    async close(): Promise<void> {
      exchange.statusStreams.stop()
      await exchange.requestLog.flush()
      await database.transaction(async (query) => {
        await readWholeLedger(query)
        expect(await imbalances(query)).toEqual([])
        expect(await orderLeftovers(query)).toEqual([])
      })
      expect(await verifyLedger({ query: database.query, now: clock.now })).toMatchObject({
        firstAltered: null,
      })
      await twin?.close()
      await keyed.close()
      await locking.close()
      await kept.close()
    },
  }
}
