import { CallRefused } from '@cambio/server/cli/CallRefused.ts'
import type { Owner } from './asSoleOwner.ts'
import { CARRIED_FORWARD, carriedId, type BookArchive } from './BookArchive.ts'
import { findStaying, forgetStaying, lineStays } from './stayingJournals.ts'

/** The table with the sums that are carried forward, during an archive. */
const CARRIED = 'posting_carried'

/** How the lines of old months leave the books without a change of any balance. */
export type CarryForward = {
  /** Sums up what goes. @param lines all lines of the months, as SQL @throws CallRefused where nothing is left to carry */
  prepare(lines: string): Promise<void>
  /** Posts the sums in a journal, once the lines themselves are gone. @param sha256 the archive's */
  post(sha256: string): Promise<BookArchive>
}

/** Carries the balances of what an archive takes of before a month forward, within its transaction. */
export function carryForward(client: Owner, before: Date): CarryForward {
  let taken: Pick<BookArchive, 'journals' | 'lines'> | undefined
  return {
    async prepare(lines) {
      await findStaying(client, lines, before)
      const going = `(${lines}) old where not (${lineStays})`
      await client.query(`
        create unlogged table ${CARRIED} as
        select account_id, layer, sum(units) as units from ${going} group by 1, 2 having sum(units) <> 0`)
      const { rows } = await client.query<{ journals: string; lines: string; sums: string; held: string }>(`
        select count(distinct journal_id) as journals, count(*) as lines,
          (select count(*) from ${CARRIED}) as sums, (select count(*) from ${CARRIED} where layer = 'pending') as held
        from ${going}`)
      const [row] = rows
      if (row === undefined) throw new Error('A count has one row')
      if (row.held !== '0') throw new Error('A hold that was not resolved would be archived')
      if (row.sums === '0')
        throw new CallRefused('There is no balance to carry forward from before that. Nothing was archived.')
      taken = { journals: row.journals, lines: row.lines }
    },
    async post(sha256) {
      if (taken === undefined) throw new Error('Sums are posted once they were made')
      const journal = carriedId(before, taken)
      await client.query({ text: JOURNAL, values: [journal, CARRIED_FORWARD, sha256, before] })
      await client.query({ text: LINES, values: [journal] })
      await client.query(`drop table ${CARRIED}`)
      await forgetStaying(client)
      return { journal, ...taken }
    },
  }
}

/** Written as `post_journals` would, at the last moment of the months that go. */
const JOURNAL = `
  insert into journal (id, kind, reference, lines, digest, posted_at)
  select $1, $2, $3, count(*), sha256(convert_to(jsonb_build_object('id', $1::text, 'kind', $2::text, 'reference', $3::text,
    'postings', jsonb_agg(
      jsonb_build_object('account', a.name, 'asset', a.asset, 'layer', c.layer, 'units', c.units::text) order by a.id
    ))::text, 'UTF8')), $4::timestamptz - interval '1 microsecond'
  from ${CARRIED} c join account a on a.id = c.account_id`

const LINES = `
  insert into posting (journal_id, line, account_id, layer, units, posted_on)
  select $1, row_number() over (order by account_id), account_id, layer, units, '-infinity' from ${CARRIED}`
