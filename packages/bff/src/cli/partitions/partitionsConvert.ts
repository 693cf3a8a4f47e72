import { choice, repeated } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { convertTable, type ConversionStep } from '@cambio/server/postgres/partitions/convertTable.ts'
import * as z from 'zod/mini'
import { asSoleOwner, type Owner } from '../../store/partitions/asSoleOwner.ts'
import { partitionedTables } from '../../store/partitions/partitionedTables.ts'
import type { PartitionDeps } from './PartitionDeps.ts'

const [first = '', ...others] = partitionedTables.map(({ name }) => name)

/** Divides the tables that grow into partitions by month. */
export const partitionsConvert = command({
  name: 'partitions convert',
  summary: [
    'Divides the tables that grow with every order into partitions by month, while the exchange keeps running. If interrupted, it',
    'continues when it is run again; tables that are divided stay as they are. It needs the owner’s address. Name in --table those',
    'to divide, if not all.',
  ].join('\n'),
  words: {},
  options: { table: repeated(choice([first, ...others])) },
  json: z.object({
    /** How long each table was locked at most, milliseconds; null if it was divided already. */
    tables: z.array(z.object({ table: z.string(), locked_ms: z.nullable(z.number()) })),
  }),
  run: (deps: PartitionDeps, { options: { table: asked } }) =>
    asSoleOwner(deps, async (client) => {
      const tables: { table: string; locked_ms: number | null }[] = []
      for (const table of partitionedTables.filter(({ name }) => asked.length === 0 || asked.includes(name)))
        tables.push({ table: table.name, locked_ms: await converted(deps, client, table) })
      return { text: tables.map(lineOf).join('\n'), data: { tables } }
    }),
})

const sentences = {
  looks: 'each row is checked',
  indexes: 'an index is built',
  waits: 'waits for a transaction that uses it',
} as const satisfies Record<ConversionStep, string>

async function converted(
  { schema, clock, progress }: PartitionDeps,
  client: Owner,
  table: (typeof partitionedTables)[number],
): Promise<number | null> {
  const tell = (step: ConversionStep) => progress(`${table.name}: ${sentences[step]}`)
  const lockedMs = await convertTable(client, table, { schema, at: clock.now(), tell })
  return lockedMs === null ? null : Math.ceil(lockedMs)
}

function lineOf({ table, locked_ms: ms }: { table: string; locked_ms: number | null }): string {
  return ms === null
    ? `${table} was divided already.`
    : `${table} is divided by month. It was locked for ${ms} ms at most.`
}
