import type { Query } from '@cambio/server/postgres/Database.ts'
import { CARRIED_FORWARD } from '../partitions/BookArchive.ts'
import type { LinesArchive } from '../partitions/bookArchives.ts'

/**
 * Finds lines that are neither in the books nor in an archive, and an archive without the journal that carries its
 * balances forward. Which journals an archive has is only in its file: they are counted, and so are their lines.
 */
export async function findLost(query: Query, archives: readonly LinesArchive[]): Promise<string | null> {
  const carried = await query<{ id: string; sha256: string }>({
    name: 'ledger_carried',
    text: 'select id, reference as sha256 from journal where kind = $1 order by posted_at, id',
    values: [CARRIED_FORWARD],
  })
  for (let place = 0; place < Math.max(carried.length, archives.length); place++) {
    const [journal, archive] = [carried[place], archives[place]]
    if (journal?.id !== archive?.journal || journal?.sha256 !== archive?.sha256)
      return journal?.id ?? archive?.journal ?? null
  }
  const last = archives.at(-1)
  if (last === undefined) return null
  const [without] = await query<{ journals: bigint; lines: bigint }>({
    name: 'ledger_journals_without_lines',
    text: WITHOUT_LINES,
    values: [last.before],
  })
  const sum = (of: 'journals' | 'lines') =>
    (without?.[of] ?? 0n) - archives.reduce((all, archive) => all + BigInt(archive[of]), 0n)
  const [journals, lines] = [sum('journals'), sum('lines')]
  if (journals === 0n && lines === 0n) return null
  const span = `among the journals of before ${last.before.slice(0, 10)}`
  return journals >= 0n && lines >= 0n
    ? `${span}, of which ${journals} have lost their ${lines} lines`
    : `${span}, of which ${-journals} have lines again that were archived`
}

const WITHOUT_LINES = `
  select count(*) as journals, coalesce(sum(j.lines), 0)::int8 as lines from journal j
  where j.posted_at < $1::timestamptz and not exists (
    select from posting p
    where p.journal_id = j.id and p.posted_on in ('-infinity', (j.posted_at at time zone 'UTC')::date)
  )`
