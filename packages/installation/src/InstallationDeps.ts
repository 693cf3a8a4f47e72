import type { Clock } from '@cambio/server/Clock.ts'
import type { Random } from '@cambio/server/Random.ts'

/** What a command about the installation as a whole works with. */
export type InstallationDeps = {
  readonly variables: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly random: Random
  /** Cambio's own version. */
  readonly version: string
  /** The name of the account that it runs under, which is kept with what it changes. */
  readonly operator: string
  /** Reports to the caller how far it is. */
  readonly progress: (sentence: string) => void
}
