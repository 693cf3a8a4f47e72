import { systemClock, type Clock } from '@cambio/server/Clock.ts'
import { bindPolicy } from '@cambio/server/http/bindPolicy.ts'
import type { Log } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { systemRandom, type Random } from '@cambio/server/Random.ts'
import { startService } from '@cambio/server/startService.ts'
import { measureStore } from '@cambio/server/store/measureStore.ts'
import { startOnDatabase } from '@cambio/server/store/startOnDatabase.ts'
import { startTracing } from '@cambio/server/trace/startTracing.ts'
import { acquirersOf } from '../acquirers/acquirers.ts'
import { readFrame, type BuiltFrame } from '../fields/BuiltFrame.ts'
import { cardsApp } from '../http/cardsApp.ts'
import { wallets } from '../means/networkToken/NetworkToken.ts'
import { unrestricted } from '../merchant/unrestricted.ts'
import { httpPost } from '../notification/httpPost.ts'
import type { Platform } from '../Platform.ts'
import { SANDBOX } from '../sandbox/sandboxAcquirer.ts'
import { saveMerchant, type NewMerchant } from '../store/merchants.ts'
import { platformKeys } from '../vault/PlatformKeys.ts'
import { walletsOf } from '../wallets/walletsOf.ts'
import { platformWork } from '../work/platformWork.ts'
import { checkLive, checkNoSandboxMerchant } from './checkLive.ts'
import type { CardsEnvironment } from './environment.ts'
import { keysOf } from './keySource.ts'
import { openStore, type Store } from './openStore.ts'

/** A running card platform. */
export type Cards = {
  /** The platform's own address, as merchants and browsers know it. */
  readonly url: string
  /** Creates a merchant, or replaces the settings of the one with this client_key. What is left out is as for a new one. */
  ensureMerchant(merchant: MerchantInput): Promise<void>
  /** Lets requests and work in hand finish, then closes everything. */
  close(): Promise<void>
}

export type MerchantInput = {
  readonly clientKey: string
  readonly password: string
  readonly name: string
  readonly notificationUrl: string | null
  /** Milliseconds; null: only on a CAPTURE request. */
  readonly captureDelayMs?: number | null
  /** The name of its acquirer; left out: the sandbox. */
  readonly acquirer?: string
}

const NOTIFICATION_TIMEOUT_MS = 15_000

/** Builds and starts the whole platform. @throws StartRefused */
export async function startCards(input: {
  environment: CardsEnvironment
  log: Log
  clock?: Clock
  random?: Random
  /** Told what takes a while at a first start. */
  progress?: (sentence: string) => void
  /** The built card fields; left out: those of this package. */
  frame?: BuiltFrame
}): Promise<Cards> {
  const { log, clock = systemClock, random = systemRandom, progress = () => {} } = input
  // The owner's address is not kept while the program runs.
  const environment = { ...input.environment, CARDS_DATABASE_OWNER_URL: undefined }
  const sandbox = environment.MODE === 'sandbox'
  const { HOST: host, CARDS_PORT: port } = environment
  bindPolicy({ host, sandbox, allowPublicSandbox: environment.ALLOW_PUBLIC_SANDBOX })
  checkLive(environment)
  const frame = input.frame ?? readFrame()
  // What the functions below share is kept while the program runs, so the owner's address is taken out after the start.
  let withOwner: CardsEnvironment | undefined = input.environment
  const start = async () => {
    const store = await openStore(withOwner ?? environment, { log, progress })
    return startService(store, {
      host,
      port,
      variable: 'CARDS_PORT',
      async build(ownPort) {
        const paymentUrl = environment.PAYMENT_URL ?? `http://localhost:${ownPort}`
        const platform = await assemble({ environment, log, clock, random }, { store, paymentUrl })
        const metrics = createMetrics({ program: 'cards' })
        measureStore(metrics, store)
        const app = cardsApp(
          { platform, metrics, frame },
          {
            trustedProxies: environment.TRUSTED_PROXIES,
            metricsFrom: environment.METRICS_FROM,
            limitsFactor: environment.LIMITS_FACTOR,
            sandbox,
            domainAssociation: environment.CARDS_APPLE_PAY_DOMAIN_ASSOCIATION,
          },
        )
        const post = httpPost(NOTIFICATION_TIMEOUT_MS, { allowPrivate: sandbox })
        const work = platformWork(
          { platform, database: store.database, metrics, post },
          { retryFactor: environment.RETRY_FACTOR },
        )
        return { platform, fetch: (request, env) => app.fetch(request, env), work }
      },
    })
  }
  const endTracing = await startTracing('cards', environment)
  const service = await (environment.CARDS_DATABASE_URL === undefined
    ? start()
    : startOnDatabase({ log }, start))
  withOwner = undefined
  const { platform } = service.built
  log.info('the card platform listens', { host, port: service.port, mode: environment.MODE })
  return {
    url: platform.paymentUrl,
    ensureMerchant: (merchant) => saveMerchant(platform, newMerchant(merchant, environment), clock.now()),
    async close() {
      await service.close()
      await endTracing()
    },
  }
}

type ProgramDeps = { environment: CardsEnvironment; log: Log; clock: Clock; random: Random }

async function assemble(
  { environment, ...deps }: ProgramDeps,
  { store, paymentUrl }: { store: Store; paymentUrl: string },
): Promise<Platform> {
  const { keyring } = keysOf(environment, store)
  const { query, leaseOwner } = store.database
  const base = { ...deps, query, leaseOwner, keyring }
  const keys = await platformKeys(base)
  if (environment.MODE === 'live') await checkNoSandboxMerchant(base)
  const platform = { ...base, keys, paymentUrl, wallets: await walletsOf({ ...base, keys }, environment) }
  return { ...platform, acquirers: acquirersOf(platform, environment) }
}

function newMerchant(input: MerchantInput, { MODE, CAPTURE_DELAY_MS }: CardsEnvironment): NewMerchant {
  return {
    id: input.clientKey,
    name: input.name,
    descriptor: input.name.slice(0, 22),
    mode: MODE === 'live' ? 'live' : 'test',
    acquirer: input.acquirer ?? SANDBOX,
    password: input.password,
    algorithm: 'md5',
    notificationUrl: input.notificationUrl,
    captureDelayMs: input.captureDelayMs === undefined ? CAPTURE_DELAY_MS : input.captureDelayMs,
    tokenization: true,
    // A sandbox shows all that there is.
    wallets: MODE === 'live' ? [] : wallets,
    ...unrestricted,
  }
}
