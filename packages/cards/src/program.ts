import { bindPolicy } from '@cambio/server/bindPolicy.ts'
import { systemClock, type Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { systemRandom, type Random } from '@cambio/server/Random.ts'
import { serve } from '@cambio/server/serve.ts'
import { acquirersOf } from './acquirers/acquirers.ts'
import { cardsApp } from './app.ts'
import type { CardsEnvironment } from './environment.ts'
import { readFrame, type BuiltFrame } from './fields/BuiltFrame.ts'
import { keysOf } from './keys.ts'
import { checkLive, checkNoSandboxMerchant } from './live.ts'
import { httpPost } from './notify.ts'
import { openStore } from './openStore.ts'
import type { Platform } from './Platform.ts'
import { SANDBOX } from './sandbox/sandboxAcquirer.ts'
import { saveMerchant, type NewMerchant } from './store/merchants.ts'
import { platformKeys } from './vault/PlatformKeys.ts'
import { platformWork } from './work.ts'

/** A running card platform. */
export type Cards = {
  /** The platform's own address, as merchants and browsers know it. */
  readonly url: string
  /** Makes a merchant, or brings the one of this client_key to what is given. What is left out is as for a new one. */
  ensureMerchant(merchant: MerchantInput): Promise<void>
  /** Lets requests and work in hand finish, then closes everything. */
  close(): Promise<void>
}

export type MerchantInput = {
  readonly clientKey: string
  readonly password: string
  readonly name: string
  readonly notificationUrl: string | null
  /** Milliseconds; null: by the CAPTURE action only. */
  readonly captureDelayMs?: number | null
  /** Who takes its cards; left out: the sandbox. */
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
  const { environment, log, clock = systemClock, random = systemRandom, progress = () => {} } = input
  const sandbox = environment.MODE === 'sandbox'
  const { HOST: host, CARDS_PORT: port } = environment
  bindPolicy({ host, sandbox, allowPublicSandbox: environment.ALLOW_PUBLIC_SANDBOX })
  checkLive(environment)
  const frame = input.frame ?? readFrame()
  const store = await openStore(environment, { log, progress })
  try {
    const { keyring } = keysOf(environment, store)
    const { query } = store.database
    const base = { query, clock, random, log, keyring }
    const keys = await platformKeys(base)
    if (!sandbox) await checkNoSandboxMerchant(base)
    const platformAt = (paymentUrl: string): Platform => {
      return { ...base, keys, paymentUrl, acquirers: acquirersOf({ ...base, keys, paymentUrl }, environment) }
    }
    const metrics = createMetrics({ program: 'cards' })
    const serving = await serve((request, env) => answering.fetch(request, env), {
      host,
      port,
      variable: 'CARDS_PORT',
    })
    const url = environment.PAYMENT_URL ?? `http://localhost:${serving.port}`
    const platform = platformAt(url)
    const answering = cardsApp(
      { platform, metrics, frame },
      { trustedProxies: environment.TRUSTED_PROXIES, limitsFactor: environment.LIMITS_FACTOR, sandbox },
    )
    const post = httpPost(NOTIFICATION_TIMEOUT_MS)
    const work = platformWork(
      { platform, database: store.database, metrics, post },
      { retryFactor: environment.RETRY_FACTOR },
    )
    work.start()
    log.info('the card platform listens', { host, port: serving.port, mode: environment.MODE })
    return {
      url,
      ensureMerchant: (merchant) => saveMerchant(base, newMerchant(merchant, environment), clock.now()),
      async close() {
        await serving.close()
        await work.stop()
        await store.close()
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
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
    ipAllow: null,
    salesPerMinute: null,
  }
}
