import type { Query } from '@cambio/server/postgres/Database.ts'
import { archivedRows } from '@cambio/server/postgres/partitions/archivedRows.ts'
import type { SealArchive } from '../partitions/sealArchives.ts'
import { alteredPart, type AlteredRow } from './alteredPart.ts'
import { JOURNALS_AT_ONCE, type ChainEnd } from './ChainEnd.ts'

/** Seals as an archive has them; arrays and bytes are as PostgreSQL writes them. */
type Batch = {
  readonly numbers: string[]
  readonly days: string[]
  readonly hashes: string[]
  readonly ids: string[]
  readonly marks: string[]
}

/** An archive of seals, the end of the chain before it, and the time before which lines may be archived, too. */
type Archived = {
  readonly archive: SealArchive
  readonly path: string
  readonly from: ChainEnd
  readonly archivedBefore: string | null
}

/**
 * Verifies the journals of seals that were archived from the archive's file, which follows `from` in the chain.
 * @returns how many postings were verified, and the first row that was altered; null where none was
 * @throws Error where the file cannot be read
 */
export async function verifyArchive(
  query: Query,
  { archive, path, from, archivedBefore }: Archived,
): Promise<{ postings: bigint; firstAltered: string | null }> {
  let postings = 0n
  let end = from
  for await (const batch of batchesOf(archive, path)) {
    const part = await verifyBatch(query, batch, { from: end, archivedBefore })
    postings += part.postings
    if (part.firstAltered !== null) return { postings, firstAltered: part.firstAltered }
    end = part.end
  }
  const isWhole = String(end.number) === archive.last && end.hash.toString('hex') === archive.hash
  return { postings, firstAltered: isWhole ? null : `seal ${end.number + 1n}` }
}

async function* batchesOf({ columns, last }: SealArchive, path: string): AsyncGenerator<Batch> {
  const place = (column: string) => columns.indexOf(column)
  const [number, day, hash] = [place('number'), place('day'), place('hash')]
  const [ids, marks, journals] = [place('journal_ids'), place('marks'), place('journals')]
  let batch = emptyBatch()
  let waiting = 0
  for await (const row of archivedRows(path)) {
    // Seals that stayed in the table are in the file, too.
    if (BigInt(row[number] ?? '') > BigInt(last)) break
    batch.numbers.push(row[number] ?? '')
    batch.days.push(row[day] ?? '')
    batch.hashes.push(row[hash] ?? '')
    batch.ids.push(row[ids] ?? '')
    batch.marks.push(row[marks] ?? '')
    waiting += Number(row[journals])
    if (waiting < JOURNALS_AT_ONCE) continue
    yield batch
    batch = emptyBatch()
    waiting = 0
  }
  if (batch.numbers.length > 0) yield batch
}

function emptyBatch(): Batch {
  return { numbers: [], days: [], hashes: [], ids: [], marks: [] }
}

async function verifyBatch(
  query: Query,
  { numbers, days, hashes, ids, marks }: Batch,
  { from, archivedBefore }: Pick<Archived, 'from' | 'archivedBefore'>,
): Promise<{ postings: bigint; firstAltered: string | null; end: ChainEnd }> {
  const [found] = await query<{ postings: bigint; broken: string | null; number: bigint; hash: Buffer }>({
    name: 'ledger_verify_archived_seals',
    text: ARCHIVED_SEALS,
    values: [numbers, days, hashes, marks, from.number, from.hash, ids, archivedBefore],
  })
  const [altered] = await query<AlteredRow>({
    name: 'ledger_first_unlike',
    text: FIRST_UNLIKE,
    values: [ids, marks, archivedBefore],
  })
  if (found === undefined) throw new Error('A batch of seals has at least one')
  const { postings, broken, ...end } = found
  const firstAltered = altered ? alteredPart(altered) : broken === null ? null : `seal ${broken}`
  return { postings, firstAltered, end }
}

/** How many lines the seals prove, the first one that does not follow from the one before, and the last one. */
const ARCHIVED_SEALS = `
  with seals as (
    select number, day, hash, m.lines, sha256(
      coalesce(lag(hash) over (order by place), $6::bytea)
      || int8send(number) || convert_to(day::text, 'UTF8') || m.marks) as found,
      coalesce(lag(number) over (order by place), $5::int8) + 1 as expected
    from unnest($1::int8[], $2::date[], $3::bytea[], $4::text[]) with ordinality
        as seal (number, day, hash, kept, place),
      lateral (
        select coalesce(string_agg(mark, ''::bytea order by at), ''::bytea) as marks,
          sum(greatest(length(mark) / 16 - 1, 0)) as lines
        from unnest(kept::bytea[]) with ordinality as one (mark, at)
      ) m
  )
  select coalesce(sum(lines), 0)::int8 - case when $8::timestamptz is null then 0 else archived_lines((
      select array_agg(id) from unnest($7::text[]) kept, unnest(kept::text[]) id
    ), $8) end as postings,
    min(number) filter (where number <> expected or hash <> found) as broken, max(number) as number,
    (select hash from seals order by number desc limit 1) as hash
  from seals`

const FIRST_UNLIKE = `
  select a.journal_id, a.sealed, a.found
  from (
    select array_agg(id order by place, at) as ids, array_agg(mark order by place, at) as marks
    from unnest($1::text[], $2::text[]) with ordinality as seal (ids, marks, place),
      unnest(ids::text[], marks::bytea[]) with ordinality as one (id, mark, at)
  ) kept, first_unlike(kept.ids, kept.marks, $3) a`
