import type { Query } from '@cambio/server/postgres/Database.ts'
import { ARCHIVE, archivedBefore, type ArchiveRecord } from './archives.ts'
import type { BookArchive } from './BookArchive.ts'

/** The lines of some months of the books that were archived. */
export type LinesArchive = Pick<ArchiveRecord, 'before' | 'sha256' | 'columns'> & BookArchive

/** The archives of lines of the books, in their order. */
export async function bookArchives(query: Query): Promise<LinesArchive[]> {
  const rows = await query<{ detail: ArchiveRecord }>({
    name: 'read_book_archives',
    text: `select detail from operator_act where act = $1 and detail ? 'books' order by detail->>'before'`,
    values: [ARCHIVE],
  })
  return rows.flatMap(({ detail: { before, sha256, columns, books } }) =>
    books === undefined ? [] : [{ before, sha256, columns, ...books }],
  )
}

/** The time that the books are closed before: lines of before are archived, and their sums carried forward. Null for none. */
export async function closedBefore(query: Query): Promise<Date | null> {
  const day = await archivedBefore(query, 'posting', new Date(0))
  return day === null ? null : new Date(day)
}
