import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { carriedCatalogue } from '@cambio/exchange/catalogue/carriedCatalogue.ts'
import type { Catalogue } from '@cambio/exchange/catalogue/Catalogue.ts'
import { snapshotAt, textsAt } from '@cambio/exchange/catalogue/CatalogueChange.ts'
import { standardSnapshot } from '@cambio/exchange/catalogue/snapshotOf.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import { screeningOf } from '@cambio/exchange/screening/screeningOf.ts'
import { partnerEndpoint } from '@cambio/rails/endpoint/partnerEndpoint.ts'
import { systemClock, type Clock } from '@cambio/server/Clock.ts'
import { bindPolicy } from '@cambio/server/http/bindPolicy.ts'
import type { Log } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { standbyReads } from '@cambio/server/postgres/standby/standbyReads.ts'
import { systemRandom, type Random } from '@cambio/server/Random.ts'
import { startService } from '@cambio/server/startService.ts'
import { measureStore } from '@cambio/server/store/measureStore.ts'
import { startOnDatabase } from '@cambio/server/store/startOnDatabase.ts'
import { startTracing } from '@cambio/server/trace/startTracing.ts'
import { VERSION } from '@cambio/server/version.ts'
import type { DueWork } from '@cambio/server/work/due.ts'
import { argon2Passwords } from '../authenticate/argon2.ts'
import { openCatalogue, type CachedCatalogue } from '../catalogue/cachedCatalogue.ts'
import { createApp } from '../http/app.ts'
import { openRequestLog, type RequestLog } from '../http/requestLog.ts'
import { retirementOf } from '../http/retirement.ts'
import { openLegalNotice } from '../legal/openLegalNotice.ts'
import { readBuiltFiles } from '../pages/builtFiles.ts'
import { cachedPrices } from '../price/cachedPrices.ts'
import { readChanges } from '../store/catalogue.ts'
import { openKeys } from '../store/innerKeys.ts'
import { openStore, type OpenStore } from '../store/openStore.ts'
import { resumeOrders } from '../store/order/resumeOrders.ts'
import { partnerStore, type NewPartner } from '../store/partners.ts'
import { sanctionsStore } from '../store/sanctions.ts'
import { storeFingerprint } from '../store/sealingKey.ts'
import { storeDepsOf } from '../store/StoreDeps.ts'
import { storesOf } from '../store/stores.ts'
import { statusStreams, type StatusStreams } from '../widget/statusStreams.ts'
import { countMails, countMessages } from '../work/countMessages.ts'
import { attachableSlots } from '../work/delivery/attachableSlots.ts'
import { exchangeWork } from '../work/exchangeWork.ts'
import { measureEvents } from '../work/measureEvents.ts'
import { measureExchange } from '../work/measureExchange.ts'
import { measureStandby } from '../work/measureStandby.ts'
import { allWork } from './allWork.ts'
import { checkLive, checkWhole, type Sold } from './checkLive.ts'
import { deliveriesOf } from './deliveriesOf.ts'
import { dueLoops } from './dueLoops.ts'
import type { ExchangeEnvironment } from './environment.ts'
import { eventStreamOf } from './eventStreamOf.ts'
import type { Exchange } from './Exchange.ts'
import { withFaults } from './faultyProviders.ts'
import type { Keys } from './Keys.ts'
import { keysFor } from './keySource.ts'
import { carriedPayins } from './liveNeeds.ts'
import { openProviders, settledProviders } from './providers/openProviders.ts'
import { providersOf } from './providers/providersOf.ts'
import { openRails } from './rails/openRails.ts'
import { railsOf } from './rails/railEntries.ts'
import { SANDBOX_CONTACT } from './sandboxPartner.ts'

/** A running exchange. */
export type RunningExchange = {
  /** Its own address, as partners and browsers use it. */
  readonly url: string
  /** Creates a partner, or updates the origins and the main endpoint of an existing one. */
  ensurePartner(partner: PartnerInput): Promise<void>
  /** Fills a sandbox with the data of the reference's examples, for this partner; takes seconds. */
  seedExamples(partner: Pick<PartnerInput, 'apiKey' | 'secret'>): Promise<void>
  /** Finishes current requests and work, then closes everything. */
  close(): Promise<void>
}

export type PartnerInput = Pick<
  NewPartner,
  'apiKey' | 'secret' | 'callbackSecret' | 'name' | 'origins' | 'callbackUrl'
>

/** How long a widget request may be used, milliseconds. */
const REQUEST_LIFE_MS = 24 * 60 * 60 * 1_000

/** Builds and starts the whole exchange. @throws StartRefused */
export async function startExchange(input: {
  environment: ExchangeEnvironment
  log: Log
  clock?: Clock
  random?: Random
  /** Reports slow steps of a first start. */
  progress?: (sentence: string) => void
}): Promise<RunningExchange> {
  const { log, clock = systemClock, random = systemRandom, progress = () => {} } = input
  // The running program must not keep the address of the tables' owner.
  const environment = { ...input.environment, DATABASE_OWNER_URL: undefined }
  const { HOST: host, PORT: port, MODE } = environment
  bindPolicy({ host, sandbox: MODE === 'sandbox', allowPublicSandbox: environment.ALLOW_PUBLIC_SANDBOX })
  const files = await readBuiltFiles({
    widget: built('widget'),
    embed: built('embed'),
    guide: built('guide'),
  })
  checkWhole(environment)
  if (MODE === 'live' && environment.DATABASE_URL === undefined) checkLive(environment, freshlySold)
  // The functions below share this for as long as the program runs, so the owner's address is removed after the start.
  let withOwner: ExchangeEnvironment | undefined = input.environment
  const start = async () => {
    const store = await openStore(withOwner ?? environment, { log, progress })
    return startService(store, {
      host,
      port,
      async build(ownPort) {
        const { query } = store.database
        const { keyring } = keysFor(environment, store)
        const keys = await openKeys({ query, keyring, random })
        await storeFingerprint({ query, keys })
        const url = environment.BASE_URL ?? `http://localhost:${ownPort}`
        checkLive(environment, await soldAt(store.database.query, { now: clock.now(), mode: MODE }))
        const catalogue = await openCatalogue({ database: store.database, clock, log, mode: MODE })
        const opened = {
          store,
          keys,
          url,
          catalogue,
          rails: await railsOf(environment),
          providers: await settledProviders(environment),
          eventStream: await eventStreamOf(environment, { log }),
        }
        const where = { mode: MODE, baseUrl: url, now: clock.now() }
        const legal = await openLegalNotice(store.database.query, environment, where)
        const exchange = assemble({ environment, log, clock, random }, { ...opened, legal })
        measureExchange(exchange)
        if (exchange.eventStream) measureEvents(exchange)
        const { database: primary, standby } = store
        if (standby) measureStandby({ metrics: exchange.metrics, primary, standby })
        const app = createApp(exchange, files)
        const due = exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange))
        const { statusStreams: streams, requestLog, eventStream } = exchange
        const work = together({ catalogue, streams, requestLog, eventStream }, due)
        const missing = async () => exchange.missing()
        return { exchange, fetch: (request, env) => app.fetch(request, env), work, missing }
      },
    })
  }
  const endTracing = await startTracing('exchange', environment)
  const service = await (environment.DATABASE_URL === undefined ? start() : startOnDatabase({ log }, start))
  withOwner = undefined
  const { exchange } = service.built
  log.info('the exchange listens', { host, port: service.port, mode: MODE })
  return {
    url: exchange.baseUrl,
    ensurePartner: (partner) => ensurePartner(exchange, partner),
    async seedExamples(partner) {
      const { seedExamples } = await import('./seedExamples.ts')
      await seedExamples({ exchange, files, partner, pause: () => setTimeout(500) })
    },
    async close() {
      await service.close()
      await endTracing()
    },
  }
}

type StartInput = { environment: ExchangeEnvironment; log: Log; clock: Clock; random: Random }
type Opened = {
  store: OpenStore
  keys: Keys
  url: string
  catalogue: Catalogue
  rails: Awaited<ReturnType<typeof railsOf>>
  providers: Awaited<ReturnType<typeof settledProviders>>
  legal: Exchange['legal']
  eventStream: Exchange['eventStream']
}

function assemble(
  { environment, log, clock, random }: StartInput,
  { store, keys, url: baseUrl, catalogue, rails: there, providers, legal, eventStream }: Opened,
): Exchange {
  const { MODE: mode, CELL: cell = null, PAYMENT_URL: paymentUrl, MERCHANT_KEY: merchantKey } = environment
  const { database, locking, keyed, standby } = store
  const callbackSlots = attachableSlots()
  const stores = storesOf(storeDepsOf({ database, locking, random, keys, clock, callbackSlots }))
  const { orders, inbox } = stores
  const { dataDir } = store
  const metrics = createMetrics({ program: 'exchange' })
  measureStore(metrics, store)
  const lent = {
    dataDir,
    database,
    clock,
    random,
    log,
    metrics,
    baseUrl,
    orders,
    inbox,
    resume: async () => void (await database.query(resumeOrders(clock.now()))),
  }
  const { PREFERRED: preferred } = environment
  const { oracles, work, ...rails } = openRails(there, lent, preferred)
  const asked = openProviders(providers, lent, preferred)
  const { SANDBOX_PRICES: sandboxPrices } = environment
  const named = providersOf(asked.named, { ...stores, mode, cell, baseUrl, clock, random, sandboxPrices })
  return {
    version: VERSION,
    mode,
    cell,
    baseUrl,
    paymentUrl,
    merchantKey,
    requestLifeMs: REQUEST_LIFE_MS,
    limitsFactor: environment.LIMITS_FACTOR,
    retirement: retirementOf(environment),
    salesPerSecond: environment.SALES_PER_SECOND,
    retryFactor: environment.RETRY_FACTOR,
    trustedProxies: environment.TRUSTED_PROXIES,
    metricsFrom: environment.METRICS_FROM,
    domainAssociation: environment.APPLE_PAY_DOMAIN_ASSOCIATION,
    fallbackOrigins: mode === 'sandbox' ? [new URL(environment.SHOP_URL).origin] : [],
    legal,
    catalogue: carriedCatalogue(catalogue, {
      payins: carriedPayins(environment),
      depositNetworks: rails.deposits.flatMap(({ networks }) => networks),
      payouts: rails.payout,
    }),
    ...rails,
    faults: null,
    ...(mode === 'sandbox' && withFaults(rails.payout, orders)),
    ...allWork([...work, ...asked.work]),
    ...named,
    screening: screeningOf([sanctionsStore(database), ...oracles]),
    oracles: screeningOf(oracles),
    rates: cachedPrices(named.rates, { clock, log }),
    mail: countMails(named.mail, metrics),
    messageRail: countMessages(named.messageRail, metrics),
    endpoint: partnerEndpoint({ allowPrivate: mode === 'sandbox', version: VERSION }),
    eventStream,
    callbackSlots,
    statusStreams: statusStreams({ query: database.query, log, random }),
    requestLog: openRequestLog({ query: database.query, log }),
    database,
    reads: standby ? standbyReads({ primary: database, standby, log, metrics }) : database.query,
    locking,
    keyed,
    keys,
    passwords: argon2Passwords({ random }),
    clock,
    random,
    log,
    metrics,
  }
}

/** What a fresh installation sells, until its database is read. */
const freshlySold: Sold = { snapshot: standardSnapshot, isSet: () => false }

/** What the exchange sells now, from the database. */
async function soldAt(query: Query, { now, mode }: { now: Date; mode: Mode }): Promise<Sold> {
  const changes = await readChanges(query)
  const { general } = textsAt(changes, now)
  return { snapshot: snapshotAt(changes, now, mode), isSet: (name) => general.has(name) }
}

/**
 * Joins the parts that stop together. The catalogue stays up to date until the work has ended, open pages are released
 * at once, and the log of requests is flushed.
 */
function together(
  {
    catalogue,
    streams,
    requestLog,
    eventStream,
  }: {
    catalogue: CachedCatalogue
    streams: StatusStreams
    requestLog: RequestLog
    eventStream: Exchange['eventStream']
  },
  work: DueWork,
): DueWork {
  return {
    ...work,
    start() {
      catalogue.start()
      work.start()
    },
    async stop() {
      streams.stop()
      await Promise.all([work.stop(), eventStream?.close()])
      await catalogue.stop()
      await requestLog.flush()
    },
  }
}

async function ensurePartner(exchange: Exchange, partner: PartnerInput): Promise<void> {
  const settings = {
    callbackVersion: null,
    requireTimestamp: false,
    leastSignatureVersion: 1,
    allowedAddresses: [],
    firstOrderFree: false,
    statuses: 'all',
  } as const
  const partners = partnerStore(storeDepsOf(exchange))
  await partners.ensure({ ...settings, ...partner })
  if (exchange.mode === 'sandbox') await partners.ensureContact(partner.apiKey, SANDBOX_CONTACT)
}

/** Another package's build, whose files are served and never imported. */
function built(name: string): string {
  return join(import.meta.dirname, '../../..', name, 'dist')
}
