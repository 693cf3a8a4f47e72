import type { Query } from '@cambio/server/postgres/Database.ts'
import { ARCHIVE } from './archives.ts'
import { closedBefore } from './bookArchives.ts'

/** Tables of which months are archived, and that are not divided: a restore fills plain tables. */
export async function undividedArchives(query: Query): Promise<string[]> {
  const rows = await query<{ table: string }>({
    name: 'read_undivided_archives',
    text: `
      select distinct detail->>'table' as "table" from operator_act
      where act = $1 and (select relkind from pg_class where oid = to_regclass(detail->>'table')) = 'r' order by 1`,
    values: [ARCHIVE],
  })
  return rows.map(({ table }) => table)
}

/**
 * Closes the months of the books that were archived, in a table that a restore has just filled: it refuses lines of before, as the
 * archive's first partition did. Also once it is divided again.
 * @param query the owner's
 * @returns the time that they are closed before; null where none is archived
 */
export async function closeRestoredMonths(query: Query): Promise<Date | null> {
  const before = await closedBefore(query)
  if (before === null) return null
  const day = before.toISOString().slice(0, 10)
  await query({
    name: 'close_restored_months',
    text: `alter table posting add constraint posting_is_closed_before_${day.slice(0, 7).replace('-', '_')}
      check (posted_on = '-infinity' or posted_on >= '${day}')`,
    values: [],
  })
  return before
}
