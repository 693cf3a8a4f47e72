import type { Clock } from '@cambio/server/Clock.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { OwnedTables } from '../../store/partitions/onOwner.ts'

/** The deps of a command on partitions: the exchange's database, as its owner. */
export type PartitionDeps = OwnedTables & {
  readonly clock: Clock
  readonly random: Random
  /** The name of the account that the command runs under, which is recorded with its changes. */
  readonly operator: string
  /** Reports progress to the caller. */
  readonly progress: (sentence: string) => void
}
