import { command } from '@cambio/server/cli/Command.ts'
import * as z from 'zod/mini'
import { onOwner } from '../../store/partitions/onOwner.ts'
import { partitionedTables } from '../../store/partitions/partitionedTables.ts'
import { partitions } from '../../store/partitions/readPartitions.ts'
import type { PartitionDeps } from './PartitionDeps.ts'

/** Lists the divided tables and their partitions. */
export const partitionsList = command({
  name: 'partitions list',
  summary:
    'Lists the partitions of each divided table, with their months, rows and size, and the tables that are not divided.',
  words: {},
  options: {},
  json: z.object({
    partitions: z.array(
      z.object({
        table: z.string(),
        partition: z.string(),
        from: z.nullable(z.string()),
        until: z.string(),
        // PostgreSQL's last estimate; null if there is none.
        rows: z.nullable(z.number()),
        bytes: z.number(),
      }),
    ),
    undivided: z.array(z.string()),
  }),
  async run(deps: PartitionDeps) {
    const found = (await onOwner(deps, partitions)).map((part) => ({
      table: part.table,
      partition: part.name,
      from: part.from?.toISOString() ?? null,
      until: part.until.toISOString(),
      rows: part.rows < 0n ? null : Number(part.rows),
      bytes: Number(part.bytes),
    }))
    const undivided = partitionedTables
      .map(({ name }) => name)
      .filter((name) => found.every(({ table }) => table !== name))
    const lines = [
      ...found.map(
        ({ partition, from, until, rows, bytes }) =>
          `${partition.padEnd(34)} ${day(from)} to ${day(until)}  ${String(rows ?? '?').padStart(11)} rows ${megabytes(bytes)} MB`,
      ),
      ...undivided.map((name) => `${name} is not divided: “partitions convert” divides it.`),
    ]
    return { text: lines.join('\n'), data: { partitions: found, undivided } }
  },
})

function day(at: string | null): string {
  return at === null ? 'the start ' : at.slice(0, 10)
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1).padStart(9)
}
