import type { Query } from '@cambio/server/postgres/Database.ts'
import { bookArchives } from '../partitions/bookArchives.ts'
import { sealArchives, type SealArchive } from '../partitions/sealArchives.ts'
import { alteredPart, type AlteredRow } from './alteredPart.ts'
import { JOURNALS_AT_ONCE, type ChainEnd } from './ChainEnd.ts'
import { findLost } from './findLost.ts'
import { findUnsealed } from './findUnsealed.ts'
import { sealJournals } from './sealJournals.ts'
import { verifyArchive } from './verifyArchive.ts'
import { verifyLines } from './verifyLines.ts'

/** The result of checking the books against the chain of seals. */
export type Verdict = {
  /** The first row that was altered: a journal's id, with the line where the altered row is one of its lines. */
  readonly firstAltered: string | null
  /** How many postings were verified. */
  readonly postings: bigint
  /** How many journals were only counted, since their seals are in archives whose files were not named. */
  readonly unproved: bigint
  /** How many postings were only counted, since they are in archives whose files were not named. */
  readonly unprovedPostings: bigint
  /** The end of the chain; null before anything was sealed. */
  readonly end: { readonly day: string; readonly hash: string } | null
}

/**
 * Checks that the books are as they were written. Journals that are not sealed yet are sealed first; each is compared
 * with the digest that was stored when it was written.
 * @param files the paths of archives, by their SHA-256; what is in others is counted, and not proved
 * @throws Error where a file cannot be read
 */
export async function verifyLedger(
  deps: { query: Query; now: () => Date },
  files: ReadonlyMap<string, string> = new Map(),
): Promise<Verdict> {
  await sealJournals(deps)
  const { query } = deps
  const books = await bookArchives(query)
  const chain = await verifyChain(query, { files, archivedBefore: books.at(-1)?.before ?? null })
  if (chain.firstAltered !== null) return { ...chain, unprovedPostings: 0n, end: null }
  const lost = await findLost(query, books)
  if (lost !== null) return { ...chain, firstAltered: lost, unprovedPostings: 0n, end: null }
  let { postings } = chain
  let unprovedPostings = 0n
  for (const archive of books) {
    const path = files.get(archive.sha256)
    if (path === undefined) unprovedPostings += BigInt(archive.lines)
    else {
      const part = await verifyLines(query, { archive, path })
      postings += part.postings
      if (part.firstAltered !== null)
        return { ...chain, firstAltered: part.firstAltered, postings, unprovedPostings, end: null }
    }
  }
  return { ...chain, postings, unprovedPostings }
}

/** What to prove the chain with: the files, and the time before which lines may be archived, null where none are. */
type Proving = { readonly files: ReadonlyMap<string, string>; readonly archivedBefore: string | null }

/** Compares the journals with the chain, from its beginning to its end. */
async function verifyChain(
  query: Query,
  { files, archivedBefore }: Proving,
): Promise<Omit<Verdict, 'unprovedPostings'>> {
  const archives = await sealArchives(query)
  const old = await verifyArchives(query, archives, { files, archivedBefore })
  if (old.firstAltered !== null) return { ...old, end: null }
  const { unproved } = old
  const [end] = await query<{ number: bigint; day: string; hash: Buffer }>(LAST_SEAL)
  let { postings, reached } = old
  while (reached.number < (end?.number ?? 0n)) {
    const last = await lastOfPart(query, reached.number)
    const part = await verifyPart(query, { reached, last, archives, archivedBefore })
    postings += part.postings
    if (part.firstAltered !== null) return { firstAltered: part.firstAltered, postings, unproved, end: null }
    reached = { number: last, hash: part.hash }
  }
  const firstAltered = await findUnsealed(query, archives)
  return {
    firstAltered,
    postings,
    unproved,
    end: end ? { day: end.day, hash: end.hash.toString('hex') } : null,
  }
}

/** Follows the chain over what was archived of it, by the files where there are some, else by what was kept of each. */
async function verifyArchives(
  query: Query,
  archives: readonly SealArchive[],
  { files, archivedBefore }: Proving,
): Promise<Omit<Verdict, 'end' | 'unprovedPostings'> & { readonly reached: ChainEnd }> {
  let [postings, unproved] = [0n, 0n]
  let reached: ChainEnd = { number: 0n, hash: Buffer.alloc(0) }
  for (const archive of archives) {
    const next = reached.number + 1n
    if (archive.first !== String(next)) return { firstAltered: `seal ${next}`, postings, unproved, reached }
    const path = files.get(archive.sha256)
    if (path === undefined) unproved += BigInt(archive.journals)
    else {
      const part = await verifyArchive(query, { archive, path, from: reached, archivedBefore })
      postings += part.postings
      if (part.firstAltered !== null) return { firstAltered: part.firstAltered, postings, unproved, reached }
    }
    reached = { number: BigInt(archive.last), hash: Buffer.from(archive.hash, 'hex') }
  }
  return { firstAltered: null, postings, unproved, reached }
}

const LAST_SEAL = {
  name: 'ledger_last_seal',
  text: 'select number, day::text as day, hash from ledger_seal order by number desc limit 1',
  values: [],
}

/** The seal at the end of a part: a quiet day has thousands of seals with few journals each. */
async function lastOfPart(query: Query, after: bigint): Promise<bigint> {
  const [row] = await query<{ last: bigint | null }>({
    name: 'ledger_last_of_part',
    text: LAST_OF_PART,
    values: [after, JOURNALS_AT_ONCE],
  })
  return row?.last ?? after + 1n
}

const LAST_OF_PART = `
  select max(number) as last from (
    select number, sum(journals) over (order by number) as journals from ledger_seal
    where number > $1 order by number limit $2::int4
  ) counted where journals <= $2::int4`

type Part = Pick<Proving, 'archivedBefore'> & {
  readonly reached: ChainEnd
  readonly last: bigint
  readonly archives: readonly SealArchive[]
}

async function verifyPart(
  query: Query,
  { reached, last, archives, archivedBefore }: Part,
): Promise<{ postings: bigint; firstAltered: string | null; hash: Buffer }> {
  const [counted] = await query<{ postings: bigint; broken: bigint | null; hash: Buffer | null }>({
    name: 'ledger_verify_seals',
    text: SEALS,
    values: [reached.number, last, reached.hash, archivedBefore],
  })
  const [altered] = await query<AlteredRow>({
    name: 'ledger_first_altered',
    text: 'select journal_id, sealed, found from first_altered($1, $2, $3)',
    values: [reached.number, last, archivedBefore],
  })
  const { postings = 0n, broken = null, hash } = counted ?? {}
  const proved = { postings, hash: hash ?? Buffer.alloc(0) }
  if (altered) return { ...proved, firstAltered: alteredPart(altered) }
  const firstAltered = broken === null ? null : await firstOfSeal(query, { seal: broken, archives })
  return { ...proved, firstAltered }
}

/**
 * The seals of a part: how many lines they prove here, the first seal that does not follow from its journals and the seal
 * before, and the hash of the last one.
 */
const SEALS = `
  with part as (
    select number from generate_series($1::int8 + 1, least($2::int8, (select max(number) from ledger_seal))) number
  ),
  proved as (
    select part.number, s.hash, m.lines, s.journal_ids, sha256(
      coalesce(lag(s.hash, 1, $3::bytea) over (order by part.number), ''::bytea)
      || int8send(part.number) || convert_to(s.day::text, 'UTF8') || m.marks) as found
    from part left join ledger_seal s on s.number = part.number,
      lateral (
        select string_agg(mark, ''::bytea order by place) as marks,
          sum(greatest(length(mark) / 16 - 1, 0)) as lines
        from unnest(s.marks) with ordinality as kept (mark, place)
      ) m
  )
  select coalesce(sum(lines), 0)::int8 - case when $4::timestamptz is null then 0 else archived_lines((
      select array_agg(id) from proved, unnest(journal_ids) id
    ), $4) end as postings,
    min(number) filter (where hash is null or hash is distinct from found) as broken,
    (select hash from proved order by number desc limit 1) as hash
  from proved`

/**
 * A journal whose marks were altered too looks like the others under its seal, so the first of the seal is named. If
 * the seal itself was removed, its journals are among those without a seal.
 */
async function firstOfSeal(
  query: Query,
  { seal, archives }: { seal: bigint; archives: readonly SealArchive[] },
): Promise<string> {
  const [row] = await query<{ journal_id: string | null }>({
    name: 'ledger_first_of_seal',
    text: 'select journal_ids[1] as journal_id from ledger_seal where number = $1',
    values: [seal],
  })
  return row?.journal_id ?? (await findUnsealed(query, archives)) ?? `seal ${seal}`
}
