import type { Clock } from '@cambio/server/Clock.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { BoundedAcquirer } from './acquirers/bounded.ts'
import type { PlatformKeys } from './vault/PlatformKeys.ts'

/** What the platform's verbs work with. */
export type Platform = {
  readonly query: Query
  /** The lock that says that this process lives, which it leases rows by; null while it holds none. */
  readonly holder: () => number | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly keyring: Keyring
  readonly keys: PlatformKeys
  /** Who moves money for the platform, by name; each merchant has one of them. */
  readonly acquirers: ReadonlyMap<string, BoundedAcquirer>
  /** The platform's own address, without a slash at its end. */
  readonly paymentUrl: string
}

/** The acquirer of a transaction. @throws Error when it is one that this installation no longer has */
export function acquirerNamed({ acquirers }: Platform, name: string): BoundedAcquirer {
  const acquirer = acquirers.get(name)
  if (!acquirer) throw new Error(`The acquirer ${name} is not configured.`)
  return acquirer
}

/** Where a buyer's browser comes back to after a challenge. */
export function termUrlOf({ keys, paymentUrl }: Platform, transactionId: string): string {
  return `${paymentUrl}/verify/3ds/${transactionId}/${keys.challengeSecret('term', transactionId)}`
}
