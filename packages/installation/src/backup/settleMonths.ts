import { onOwner } from '@cambio/bff/store/partitions/onOwner.ts'
import { closeRestoredMonths, undividedArchives } from '@cambio/bff/store/partitions/restoredMonths.ts'
import type { Manifest } from '@cambio/server/backup/Manifest.ts'
import type { Owned } from '../Owned.ts'

/** What a restored exchange has to be told about tables that were divided by month. */
export type RestoredMonths = {
  /** Tables that were divided, as far as it is known. */
  readonly undivided: readonly string[]
  readonly sentences: readonly string[]
}

/** Closes archived months of restored books, and says which tables were divided: a restore fills plain ones. */
export async function settleMonths(
  databases: readonly Owned[],
  { databases: backups }: Manifest,
): Promise<RestoredMonths> {
  const exchange = databases.find(({ name }) => name === 'exchange')
  const backup = backups.find(({ program }) => program === 'exchange')
  if (exchange === undefined || backup === undefined) return { undivided: [], sentences: [] }
  const { closed, archived } = await onOwner(exchange, async (query) => ({
    closed: await closeRestoredMonths(query),
    archived: await undividedArchives(query),
  }))
  const undivided = [...new Set([...(backup.divided ?? []), ...archived])].toSorted()
  return {
    undivided,
    sentences: [
      ...(undivided.length === 0
        ? []
        : [`These were divided by month, and are plain tables now: ${undivided.join(', ')}.`]),
      ...(backup.divided === undefined
        ? [
            'The back-up is of a version that does not say which tables were divided by month: all are plain now.',
          ]
        : []),
      ...(undivided.length > 0 || backup.divided === undefined
        ? ['“partitions convert” divides them again, also while the exchange runs.']
        : []),
      ...(closed === null
        ? []
        : [
            `The books of before ${closed.toISOString().slice(0, 10)} are archived, and closed: keep the files.`,
          ]),
    ],
  }
}
