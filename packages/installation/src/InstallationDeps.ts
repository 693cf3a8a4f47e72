import type { Clock } from '@cambio/server/Clock.ts'
import type { Random } from '@cambio/server/Random.ts'

/** The dependencies of commands about the whole installation. */
export type InstallationDeps = {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: Random
  /** Cambio's own version. */
  readonly version: string
  /** The name of the account that it runs under, stored with what it changes. */
  readonly operator: string
  /** Reports progress to the caller. */
  readonly progress: (sentence: string) => void
}
