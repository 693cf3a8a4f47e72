import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { CardsEnvironment } from '../environment.ts'
import { SANDBOX, sandboxAcquirer } from '../sandbox/sandboxAcquirer.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import type { Acquirer } from './Acquirer.ts'
import { bounded, type BoundedAcquirer } from './bounded.ts'

/** Every acquirer a merchant can have, configured or not. */
export const acquirerNames = [SANDBOX] as const

const TIMEOUT_MS = 30_000

type Deps = {
  readonly query: Query
  readonly clock: Clock
  readonly log: Log
  readonly keys: PlatformKeys
  readonly paymentUrl: string
}

/** The acquirers that the environment configures, and the sandbox outside live. */
export function acquirersOf(deps: Deps, environment: CardsEnvironment): ReadonlyMap<string, BoundedAcquirer> {
  const { MODE: mode, CARDS_CANARY_SHA256: canary } = environment
  if (mode === 'live' && canary !== undefined) {
    throw new StartRefused('CARDS_CANARY_SHA256 is for a sandbox: live payments start without it.')
  }
  const configured = [
    mode === 'sandbox' ? sandboxAcquirer(deps, { canary }) : undefined,
  ]
  const acquirers = configured.filter((acquirer): acquirer is Acquirer => acquirer !== undefined)
  return new Map(
    acquirers.map((acquirer) => [acquirer.name, bounded(acquirer, { log: deps.log, timeoutMs: TIMEOUT_MS })]),
  )
}
