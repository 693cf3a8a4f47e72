import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { makePartitions } from '../../store/partitions/makePartitions.ts'
import { onOwner } from '../../store/partitions/onOwner.ts'
import type { PartitionDeps } from './PartitionDeps.ts'

/** Creates the next partitions now. */
export const partitionsAhead = command({
  name: 'partitions ahead',
  summary: 'Creates the partitions of the next two months now, which a running exchange does by itself.',
  words: {},
  options: {},
  json: z.object({ made: z.number() }),
  async run(deps: PartitionDeps) {
    const made = await onOwner(deps, (query) => makePartitions(query, deps.clock.now()))
    const text =
      made === 0 ? 'No partition was missing.' : `Created ${counted(made, 'partition', 'partitions')}.`
    return { text, data: { made } }
  },
})
