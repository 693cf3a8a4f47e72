import type { Query } from '@cambio/server/postgres/Database.ts'
import { archivedRows } from '@cambio/server/postgres/partitions/archivedRows.ts'
import { CARRIED_FORWARD } from '../partitions/BookArchive.ts'
import type { LinesArchive } from '../partitions/bookArchives.ts'
import { JOURNALS_AT_ONCE } from './ChainEnd.ts'

/** Lines as an archive has them, each value as PostgreSQL writes it. */
type Lines = {
  readonly journals: string[]
  readonly lines: string[]
  readonly accounts: string[]
  readonly layers: string[]
  readonly units: string[]
}

/**
 * Verifies lines of the books that were archived from the archive's file: that each journal has those that its digest was
 * made of, and that their sums are what was carried forward. The journals themselves are proved by the chain of seals.
 * @returns how many were verified, and the first journal that was altered; null where none was
 * @throws Error where the file cannot be read
 */
export async function verifyLines(
  query: Query,
  { archive, path }: { archive: LinesArchive; path: string },
): Promise<{ postings: bigint; firstAltered: string | null }> {
  const sums = new Map<string, bigint>()
  let postings = 0n
  for await (const batch of batchesOf(archive, path)) {
    const [altered] = await query<{ id: string }>({
      name: 'ledger_verify_lines',
      text: ALTERED,
      values: [batch.journals, batch.lines, batch.accounts, batch.layers, batch.units],
    })
    if (altered) return { postings, firstAltered: altered.id }
    postings += BigInt(batch.lines.length)
    addTo(sums, batch)
  }
  const isCarried = await areCarried(query, archive, sums)
  return { postings, firstAltered: isCarried ? null : archive.journal }
}

/** The lines of a file, of whole journals. */
async function* batchesOf({ columns }: LinesArchive, path: string): AsyncGenerator<Lines> {
  const place = (column: string) => columns.indexOf(column)
  const [journal, line, account] = [place('journal_id'), place('line'), place('account_id')]
  const [layer, units] = [place('layer'), place('units')]
  let batch = noLines()
  let journals = 0
  let last: string | undefined
  for await (const row of archivedRows(path)) {
    const id = row[journal] ?? ''
    if (id !== last) {
      if (journals === JOURNALS_AT_ONCE) {
        yield batch
        batch = noLines()
        journals = 0
      }
      journals += 1
      last = id
    }
    batch.journals.push(id)
    batch.lines.push(row[line] ?? '')
    batch.accounts.push(row[account] ?? '')
    batch.layers.push(row[layer] ?? '')
    batch.units.push(row[units] ?? '')
  }
  if (journals > 0) yield batch
}

function noLines(): Lines {
  return { journals: [], lines: [], accounts: [], layers: [], units: [] }
}

/** Adds lines to the sums of their accounts and layers; those at zero are left out, as all of an ended order are. */
function addTo(sums: Map<string, bigint>, { accounts, layers, units }: Lines): void {
  for (const [place, account] of accounts.entries()) {
    const key = `${account} ${layers[place]}`
    const sum = (sums.get(key) ?? 0n) + BigInt(units[place] ?? '')
    if (sum === 0n) sums.delete(key)
    else sums.set(key, sum)
  }
}

/** Whether sums are those that the journal of an archive carries forward, by its digest. */
async function areCarried(
  query: Query,
  { journal, sha256 }: LinesArchive,
  sums: ReadonlyMap<string, bigint>,
): Promise<boolean> {
  const keys = [...sums.keys()].map((key) => key.split(' '))
  const [row] = await query<{ is_carried: boolean }>({
    name: 'ledger_verify_carried',
    text: CARRIED,
    values: [
      journal,
      CARRIED_FORWARD,
      sha256,
      keys.map(([account]) => account),
      keys.map(([, layer]) => layer),
      [...sums.values()].map(String),
    ],
  })
  return row?.is_carried === true
}

/** A journal that resolves a hold begins with the lines that it took back, which were not asked for. */
const ALTERED = `
  with given as (
    select l.*, count(*) filter (where l.layer = 'pending') over (partition by l.journal_id) as pending
    from unnest($1::text[], $2::int4[], $3::int8[], $4::text[], $5::text[]) as l (journal_id, line, account_id, layer, units)
  )
  select g.journal_id as id
  from given g left join account a on a.id = g.account_id left join journal j on j.id = g.journal_id
  group by g.journal_id, j.id
  having coalesce(bool_and(a.id is not null) and count(*) = j.lines and max(g.line) = j.lines
    and j.digest = sha256(convert_to((
      jsonb_build_object('id', j.id, 'kind', j.kind, 'reference', j.reference, 'postings', coalesce(
        jsonb_agg(
          jsonb_build_object('account', a.name, 'asset', a.asset, 'layer', g.layer, 'units', g.units) order by g.line
        ) filter (where j.resolves is null or g.line > g.pending), '[]'::jsonb))
      || case when j.resolves is null then '{}'::jsonb else jsonb_build_object('resolves', j.resolves) end
    )::text, 'UTF8')), false) is false
  order by g.journal_id collate "C" limit 1`

const CARRIED = `
  select (select digest from journal where id = $1) = sha256(convert_to(jsonb_build_object('id', $1::text, 'kind', $2::text,
    'reference', $3::text, 'postings', jsonb_agg(
      jsonb_build_object('account', a.name, 'asset', a.asset, 'layer', s.layer, 'units', s.units) order by a.id
    ))::text, 'UTF8')) as is_carried
  from unnest($4::int8[], $5::text[], $6::text[]) as s (account_id, layer, units) join account a on a.id = s.account_id`
