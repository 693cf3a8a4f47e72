import type { Query } from '@cambio/server/postgres/Database.ts'
import { sealJournals } from './sealJournals.ts'

/** The result of checking the books against the chain of seals. */
export type Verdict = {
  /** The first row that was altered: a journal's id, with the line where the altered row is one of its lines. */
  readonly firstAltered: string | null
  /** How many postings were verified. */
  readonly postings: bigint
  /** The end of the chain; null before anything was sealed. */
  readonly end: { readonly day: string; readonly hash: string } | null
}

/** About as many journals are verified by one statement, which takes a second. */
const JOURNALS_AT_ONCE = 4_000

/**
 * Checks that the books are as they were written. Journals that are not sealed yet are sealed first; each is compared
 * with the digest that was stored when it was written.
 */
export async function verifyLedger(deps: { query: Query; now: () => Date }): Promise<Verdict> {
  await sealJournals(deps)
  const { query } = deps
  const [end] = await query<{ number: bigint; day: string; hash: Buffer }>(LAST_SEAL)
  let postings = 0n
  for (let after = 0n; after < (end?.number ?? 0n);) {
    const last = await lastOfPart(query, after)
    const part = await verifyPart(query, [after, last])
    postings += part.postings
    if (part.firstAltered !== null) return { firstAltered: part.firstAltered, postings, end: null }
    after = last
  }
  const firstAltered = await findUnsealed(query)
  return { firstAltered, postings, end: end ? { day: end.day, hash: end.hash.toString('hex') } : null }
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

type AlteredRow = {
  readonly journal_id: string
  readonly sealed: Buffer
  readonly found: Buffer | null
}

async function verifyPart(
  query: Query,
  range: readonly [after: bigint, last: bigint],
): Promise<{ postings: bigint; firstAltered: string | null }> {
  const [counted] = await query<{ postings: bigint; broken: bigint | null; first_seal: bigint | null }>({
    name: 'ledger_verify_seals',
    text: SEALS,
    values: range,
  })
  const [altered] = await query<AlteredRow>({
    name: 'ledger_first_altered',
    text: 'select journal_id, sealed, found from first_altered($1, $2)',
    values: range,
  })
  if (altered) return { postings: counted?.postings ?? 0n, firstAltered: alteredPart(altered) }
  const broken = counted?.broken ?? null
  const firstAltered = broken === null ? null : await firstOfSeal(query, broken)
  return { postings: counted?.postings ?? 0n, firstAltered }
}

/**
 * The seals of a part: how many lines they prove, and the first seal that does not follow from its journals and the
 * seal before.
 */
const SEALS = `
  with part as (
    select number from generate_series($1::int8 + 1, least($2::int8, (select max(number) from ledger_seal))) number
  ),
  proved as (
    select part.number, s.hash, m.lines, sha256(
      coalesce((select hash from ledger_seal b where b.number = part.number - 1), ''::bytea)
      || int8send(part.number) || convert_to(s.day::text, 'UTF8') || m.marks) as found
    from part left join ledger_seal s on s.number = part.number,
      lateral (
        select string_agg(mark, ''::bytea order by place) as marks,
          sum(greatest(length(mark) / 16 - 1, 0)) as lines
        from unnest(s.marks) with ordinality as kept (mark, place)
      ) m
  )
  select coalesce(sum(lines), 0)::int8 as postings,
    min(number) filter (where hash is null or hash is distinct from found) as broken
  from proved`

const MARK_BYTES = 16

/** The first mark is the journal's own; the others are its lines'. */
function alteredPart({ journal_id: id, sealed, found }: AlteredRow): string {
  if (found === null) return id
  const most = Math.max(sealed.length, found.length) / MARK_BYTES
  for (let place = 0; place < most; place++) {
    const [from, to] = [place * MARK_BYTES, (place + 1) * MARK_BYTES]
    if (!sealed.subarray(from, to).equals(found.subarray(from, to)))
      return place === 0 ? id : `${id} line ${place}`
  }
  return id
}

/**
 * A journal whose marks were altered too looks like the others under its seal, so the first of the seal is named. If
 * the seal itself was removed, its journals are among those without a seal.
 */
async function firstOfSeal(query: Query, seal: bigint): Promise<string> {
  const [row] = await query<{ journal_id: string | null }>({
    name: 'ledger_first_of_seal',
    text: 'select journal_ids[1] as journal_id from ledger_seal where number = $1',
    values: [seal],
  })
  return row?.journal_id ?? (await findUnsealed(query)) ?? `seal ${seal}`
}

/**
 * Finds a journal that is neither sealed nor waiting for a seal, or a line without a journal: the program wrote
 * neither.
 */
async function findUnsealed(query: Query): Promise<string | null> {
  const [journal] = await query<{ id: string }>({
    name: 'ledger_stray_journal',
    text: UNSEALED_JOURNAL,
    values: [],
  })
  if (journal) return journal.id
  const [line] = await query<{ id: string }>({
    name: 'ledger_stray_line',
    text: LINE_WITHOUT_JOURNAL,
    values: [],
  })
  return line?.id ?? null
}

const UNSEALED_JOURNAL = `
  select j.id from journal j join (
    select id from journal
    except select unnest(journal_ids) from ledger_seal
    except select journal_id from journal_unsealed
  ) unsealed on unsealed.id = j.id
  order by j.posted_at, j.id limit 1`

const LINE_WITHOUT_JOURNAL = `
  select journal_id || ' line ' || line as id from posting p
  where not exists (select from journal j where j.id = p.journal_id) order by journal_id, line limit 1`
