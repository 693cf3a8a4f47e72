import type { Clock } from '@cambio/server/Clock.ts'
import type { KeySource } from '@cambio/server/keys/KeySource.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'

/** What the command line works with. */
export type CommandDeps = {
  readonly query: Query
  /** For what is written as one. */
  readonly database: Pick<Database, 'transaction'>
  readonly clock: Clock
  readonly random: Random
  readonly keys: KeySource
  /** The name of the account that the command runs under, which is kept with what it changes. */
  readonly operator: string
  /** What a merchant is made with where nothing else is named. */
  readonly mode: 'test' | 'live'
  readonly captureDelayMs: number
}
