import type { Query } from '@cambio/server/postgres/Database.ts'
import { ARCHIVE, type ArchiveRecord } from './archives.ts'
import type { SealRange } from './SealRange.ts'

/** A part of the chain that was archived. */
export type SealArchive = Pick<ArchiveRecord, 'before' | 'sha256' | 'columns'> & SealRange

/** The parts of the chain that were archived, in their order. */
export async function sealArchives(query: Query): Promise<SealArchive[]> {
  const rows = await query<{ detail: ArchiveRecord }>({
    name: 'read_seal_archives',
    text: `
      select detail from operator_act where act = $1 and detail ? 'seals'
      order by (detail#>>'{seals,first}')::int8`,
    values: [ARCHIVE],
  })
  return rows.flatMap(({ detail: { before, sha256, columns, seals } }) =>
    seals === undefined ? [] : [{ before, sha256, columns, ...seals }],
  )
}

/**
 * The seals before the first one of a month, so that those that stay follow each other also where a clock was wrong. The
 * end of the chain is none of them: the next seal is numbered and hashed after it.
 */
export async function sealsBefore(query: Query, before: Date): Promise<SealRange | undefined> {
  const [row] = await query<SealRange>({
    name: 'read_seals_before',
    text: SEALS_BEFORE,
    values: [before.toISOString()],
  })
  return row
}

const SEALS_BEFORE = `
  with going as (
    select min(number) as first, max(number) as last, sum(journals) as journals from ledger_seal
    where number < least(
      (select min(number) from ledger_seal where day >= ($1::timestamptz at time zone 'UTC')::date),
      (select max(number) from ledger_seal)
    )
  )
  select going.first::text as first, going.last::text as last, going.journals::text as journals,
    encode(s.hash, 'hex') as hash
  from going join ledger_seal s on s.number = going.last`
