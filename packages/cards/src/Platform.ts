import type { Clock } from '@cambio/server/Clock.ts'
import type { Keyring } from '@cambio/server/keys/Keyring.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { BoundedAcquirer } from './acquirers/bounded.ts'
import type { PlatformKeys } from './vault/PlatformKeys.ts'
import type { Wallets } from './wallets/Wallets.ts'

/** The dependencies of the platform's functions. */
export type Platform = {
  readonly query: Query
  /** The lock that shows that this process is alive, by which it leases rows. Null while it has none. */
  readonly leaseOwner: () => number | null
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly keyring: Keyring
  readonly keys: PlatformKeys
  /** The acquirers by name. Each merchant has one of them. */
  readonly acquirers: ReadonlyMap<string, BoundedAcquirer>
  /** The settings of the wallets that it accepts. */
  readonly wallets: Wallets
  /** The platform's own address, without a slash at its end. */
  readonly paymentUrl: string
}

/** The acquirer of a transaction. @throws Error when this installation no longer has this acquirer */
export function acquirerNamed({ acquirers }: Platform, name: string): BoundedAcquirer {
  const acquirer = acquirers.get(name)
  if (!acquirer) throw new Error(`The acquirer ${name} is not configured.`)
  return acquirer
}

/** The address to which a buyer's browser returns from a challenge. */
export function termUrlOf({ keys, paymentUrl }: Platform, transactionId: string): string {
  return `${paymentUrl}/verify/3ds/${transactionId}/${keys.challengeSecret('term', transactionId)}`
}
