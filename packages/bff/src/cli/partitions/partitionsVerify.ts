import { digestOf } from '@cambio/server/backup/storedFile.ts'
import { required, text } from '@cambio/server/cli/arguments.ts'
import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { counted } from '@cambio/server/cli/counted.ts'
import * as z from 'zod/mini'
import { archiveOf } from '../../store/partitions/archives.ts'
import { onOwner } from '../../store/partitions/onOwner.ts'
import type { PartitionDeps } from './PartitionDeps.ts'

/** Verifies that a file is an archive as it was written. */
export const partitionsVerify = command({
  name: 'partitions verify',
  summary:
    'Says which table and months a file archives, and the order of its columns; or that it is not an archive, or was altered.',
  words: { file: required(text('<file>')) },
  options: {},
  json: z.object({
    intact: z.boolean(),
    archive: z.nullable(
      z.object({ table: z.string(), before: z.string(), rows: z.number(), columns: z.array(z.string()) }),
    ),
  }),
  async run(deps: PartitionDeps, { words: { file } }) {
    const sha256 = await digestOf(file).catch(() => {
      throw new CallRefused(`${file} cannot be read.`)
    })
    const found = await onOwner(deps, (query) => archiveOf(query, sha256))
    if (found === undefined)
      return {
        text: `No archive was made with the SHA-256 of ${file}, ${sha256}: it was altered, or is another file.`,
        data: { intact: false, archive: null },
        failed: true,
      }
    const { table, before, rows, columns, at, actor } = found
    return {
      text: [
        `${file} is as it was written by ${actor} on ${at.toISOString().slice(0, 10)}:`,
        `${counted(rows, 'row', 'rows')} of ${table} from before ${before.slice(0, 10)}, in the columns ${columns.join(', ')}.`,
      ].join('\n'),
      data: { intact: true, archive: { table, before, rows, columns: [...columns] } },
    }
  },
})
