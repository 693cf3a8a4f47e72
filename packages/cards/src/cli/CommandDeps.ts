import type { Clock } from '@cambio/server/Clock.ts'
import type { KeySource } from '@cambio/server/keys/KeySource.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'

/** The dependencies of the command line. */
export type CommandDeps = {
  readonly query: Query
  /** For writes that belong together. */
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly random: Random
  readonly keys: KeySource
  /** The platform's own keys, of the vault and of its tokens. */
  readonly vaultKeys: PlatformKeys
  /** The public keys of the operator's other card platforms. */
  readonly otherPlatforms: readonly string[]
  /** The account that runs the command, which is recorded with its changes. */
  readonly operator: string
  /** The mode of a new merchant where none is given. */
  readonly mode: 'test' | 'live'
  readonly captureDelayMs: number
}
