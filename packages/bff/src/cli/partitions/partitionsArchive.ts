import { choice, day, required, text } from '@cambio/server/cli/arguments.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { archiveTable } from '../../store/partitions/archiveTable.ts'
import { partitionedTables, type ArchivedTable } from '../../store/partitions/partitionedTables.ts'
import { optionalReasonOptions } from '../actArguments.ts'
import type { PartitionDeps } from './PartitionDeps.ts'

const [first = '', ...others] = partitionedTables.map(({ name }) => name)

/** Moves the oldest months of a table into a file. */
export const partitionsArchive = command({
  name: 'partitions archive',
  summary: [
    'Moves the rows of a divided table from before a month into a new file, and records the file’s SHA-256. They are',
    'removed only once the file was read back and is what was written. “partitions verify” recognises the file by it.',
  ].join('\n'),
  words: { table: required(choice([first, ...others])) },
  options: {
    before: required(day, 'Name in --before the first day of the months that stay.'),
    to: required(text('<file>'), 'Name in --to the file that the rows are written to.'),
    ...optionalReasonOptions,
  },
  json: z.object({
    table: z.string(),
    before: z.string(),
    file: z.string(),
    sha256: z.string(),
    rows: z.number(),
    // Rows that stay in the table, since they are needed at any age. They are in the file, too, but not those of the books.
    stayed: z.number(),
  }),
  async run(deps: PartitionDeps, { words, options: { before, to, actor = deps.operator, reason } }) {
    const table = partitionedTables.find(({ name }) => name === words.table)
    if (table === undefined) throw new Error('A choice is one of its words')
    const { url, schema, random, clock, progress } = deps
    const archive = await archiveTable({
      url,
      schema,
      random,
      table,
      before,
      actor,
      now: () => clock.now(),
      file: to,
      reason: reason ?? null,
      waits: () => progress(`${table.name}: waits for a transaction that uses it`),
    })
    const { rows, sha256, stayed } = archive
    return {
      text: [
        `${counted(rows, 'row', 'rows')} of ${table.name} moved to ${to}, with SHA-256 ${sha256}.`,
        ...(stayed > 0 ? [stayedSentence(table, counted(stayed, 'row', 'rows'))] : []),
        'Keep the file in two places: the database no longer has its rows.',
      ].join('\n'),
      data: { table: table.name, before: archive.before, file: to, sha256, rows, stayed },
    }
  },
})

function stayedSentence({ isBooks }: ArchivedTable, rows: string): string {
  return isBooks
    ? `${rows} of before stayed in the table, and not in the file: what they are about has not ended.`
    : `${rows} of them stayed in the table, too.`
}
