import type { Clock } from '@cambio/server/Clock.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { OwnedTables } from '../../store/partitions/onOwner.ts'

/** What a command on partitions works with: the exchange's database, as its owner. */
export type PartitionDeps = OwnedTables & {
  readonly clock: Clock
  readonly random: Random
  /** The name of the account that it runs under, which is kept with what it changes. */
  readonly operator: string
  /** Reports to the caller how far it is. */
  readonly progress: (sentence: string) => void
}
