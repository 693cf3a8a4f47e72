import type { Query } from '@cambio/server/postgres/Database.ts'
import type { SealArchive } from '../partitions/sealArchives.ts'

/**
 * Finds a journal that is neither sealed nor waiting for a seal, or a line without a journal or of another day: the program
 * wrote neither. Journals whose seals were archived are counted: which they are is only in the files.
 */
export async function findUnsealed(query: Query, archives: readonly SealArchive[]): Promise<string | null> {
  return (await findUnsealedJournal(query, archives)) ?? findLineWithoutJournal(query)
}

async function findUnsealedJournal(query: Query, archives: readonly SealArchive[]): Promise<string | null> {
  const before = archives.at(-1)?.before ?? null
  const [found] = await query<{ journals: bigint; later: string | null }>({
    name: 'ledger_stray_journal',
    text: UNSEALED_JOURNALS,
    values: [before],
  })
  if (before === null || found?.later) return found?.later ?? null
  const archived = archives.reduce((sum, { journals }) => sum + BigInt(journals), 0n)
  const difference = (found?.journals ?? 0n) - archived
  const span = `the journals of before ${before.slice(0, 10)}`
  if (difference > 0n) return `among ${span}, of which ${difference} were never sealed`
  return difference < 0n ? `among ${span}, of which ${-difference} are gone` : null
}

async function findLineWithoutJournal(query: Query): Promise<string | null> {
  const [line] = await query<{ id: string }>({
    name: 'ledger_stray_line',
    text: LINE_WITHOUT_JOURNAL,
    values: [],
  })
  return line?.id ?? null
}

/** A day after the archived months no clock was wrong enough for a journal to be of theirs. */
const UNSEALED_JOURNALS = `
  with unsealed as (
    select id from journal
    except select unnest(journal_ids) from ledger_seal
    except select journal_id from journal_unsealed
  )
  select (select count(*) from unsealed) as journals, (
    select j.id from journal j join unsealed on unsealed.id = j.id
    where $1::timestamptz is null or j.posted_at >= $1::timestamptz + interval '1 day'
    order by j.posted_at, j.id limit 1
  ) as later`

const LINE_WITHOUT_JOURNAL = `
  select journal_id || ' line ' || line as id from posting p
  where not exists (
    select from journal j
    where j.id = p.journal_id and p.posted_on in ('-infinity', (j.posted_at at time zone 'UTC')::date)
  ) order by journal_id, line limit 1`
