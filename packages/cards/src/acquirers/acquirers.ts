import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { CardsEnvironment } from '../program/environment.ts'
import { SANDBOX, sandboxAcquirer } from '../sandbox/sandboxAcquirer.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import type { Acquirer } from './Acquirer.ts'
import { bounded, type BoundedAcquirer } from './bounded.ts'
import { STRIPE, stripeAcquirer } from './stripe/stripeAcquirer.ts'
import { UPSTREAM, upstreamAcquirer } from './upstream/upstreamAcquirer.ts'

/** Every acquirer a merchant can have, configured or not. */
export const acquirerNames = [SANDBOX, UPSTREAM, STRIPE] as const

const TIMEOUT_MS = 30_000

type Deps = {
  readonly query: Query
  readonly clock: Clock
  readonly log: Log
  readonly keys: PlatformKeys
  readonly paymentUrl: string
}

/** The acquirers that the environment configures, and the sandbox outside live. @throws StartRefused */
export function acquirersOf(deps: Deps, environment: CardsEnvironment): ReadonlyMap<string, BoundedAcquirer> {
  const { MODE: mode, CARDS_CANARY_SHA256: canary } = environment
  const configured = [
    mode === 'sandbox' ? sandboxAcquirer(deps, { canary }) : undefined,
    upstreamOf(deps, environment),
    stripeOf(deps, environment),
  ]
  const acquirers = configured.filter((acquirer): acquirer is Acquirer => acquirer !== undefined)
  return new Map(
    acquirers.map((acquirer) => [acquirer.name, bounded(acquirer, { log: deps.log, timeoutMs: TIMEOUT_MS })]),
  )
}

function upstreamOf(deps: Deps, environment: CardsEnvironment): Acquirer | undefined {
  const {
    CARDS_UPSTREAM_URL: url,
    CARDS_UPSTREAM_CLIENT_KEY: clientKey,
    CARDS_UPSTREAM_PASSWORD: password,
    CARDS_UPSTREAM_HASH: algorithm,
  } = environment
  if (url === undefined && clientKey === undefined && password === undefined) return undefined
  if (url === undefined || clientKey === undefined || password === undefined) {
    throw new StartRefused(
      'The upstream platform needs all of CARDS_UPSTREAM_URL, CARDS_UPSTREAM_CLIENT_KEY and CARDS_UPSTREAM_PASSWORD.',
    )
  }
  return upstreamAcquirer(deps, { url, clientKey, signer: { password: password.reveal(), algorithm } })
}

function stripeOf(deps: Deps, environment: CardsEnvironment): Acquirer | undefined {
  const {
    CARDS_STRIPE_KEY: key,
    CARDS_STRIPE_WEBHOOK_SECRET: webhookSecret,
    CARDS_STRIPE_URL: url,
  } = environment
  if (key === undefined && webhookSecret === undefined) return undefined
  if (key === undefined || webhookSecret === undefined) {
    throw new StartRefused('Stripe needs both CARDS_STRIPE_KEY and CARDS_STRIPE_WEBHOOK_SECRET.')
  }
  const webhookSecrets = webhookSecret.reveal().split(',')
  return stripeAcquirer(deps, { url, key: key.reveal(), webhookSecrets })
}
