import type { LateCommand } from '@cambio/server/cli/Command.ts'
import type { PartitionDeps } from './PartitionDeps.ts'

/** Commands about the partitions of the exchange's tables. */
export const partitionCommands: readonly LateCommand<PartitionDeps>[] = [
  {
    name: 'partitions convert',
    load: async () => (await import('./partitionsConvert.ts')).partitionsConvert,
  },
  { name: 'partitions list', load: async () => (await import('./partitionsList.ts')).partitionsList },
  { name: 'partitions ahead', load: async () => (await import('./partitionsAhead.ts')).partitionsAhead },
  {
    name: 'partitions archive',
    load: async () => (await import('./partitionsArchive.ts')).partitionsArchive,
  },
  { name: 'partitions verify', load: async () => (await import('./partitionsVerify.ts')).partitionsVerify },
]
