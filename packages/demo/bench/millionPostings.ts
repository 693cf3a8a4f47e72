import type { Query } from '@cambio/server/postgres/Database.ts'
import { journalsParameter, postJournals } from '@cambio/server/postgres/Ledger.ts'
import { purchaseBooks } from './purchaseBooks.ts'

const LINES_A_PURCHASE = 16
const PURCHASES = 1_000_000 / LINES_A_PURCHASE
const BATCH = 500

/** Stands for a purchase's id in what is copied. */
const TEMPLATE = 'template'

/** A purchase's id, by its place among those that were made. */
export const purchaseId = (place: number) => `many-${place}`

/**
 * Gives the books a million postings more: copies of one purchase's, each with its own ids and accounts, as if the program
 * had written them. They wait for their seals.
 * @param query the owner's
 */
export async function millionPostings(query: Query): Promise<void> {
  const journals = purchaseBooks(TEMPLATE)
  await postJournals(query, journals, new Date())
  const run = (name: string, text: string, values: unknown[] = []) =>
    query({ name: `many_${name}`, text, values })
  for (const table of ['journal', 'posting'])
    await run(`quiet_${table}`, `alter table ${table} disable trigger user`)
  for (let from = 1; from <= PURCHASES; from += BATCH) {
    const places = [from, Math.min(from + BATCH - 1, PURCHASES)]
    await run('accounts', ACCOUNTS, places)
    await run('journals', JOURNALS, [...places, journalsParameter(journals)])
    await run('postings', POSTINGS, places)
  }
  for (const table of ['journal', 'posting'])
    await run(`loud_${table}`, `alter table ${table} enable trigger user`)
}

const ACCOUNTS = `
  insert into account (name, asset)
  select replace(name, '${TEMPLATE}', 'many-' || n), asset
  from account, generate_series($1::int4, $2::int4) n where name = 'order:${TEMPLATE}'`

const JOURNALS = `
  with written as (
    insert into journal (id, kind, reference, resolves, lines, digest, posted_at)
    select given->>'id', given->>'kind', given->>'reference', given->>'resolves',
      (select lines from journal where id = replace(given->>'id', 'many-' || n, '${TEMPLATE}')),
      sha256(convert_to(given::text, 'UTF8')), now()
    from generate_series($1::int4, $2::int4) n,
      jsonb_array_elements(replace($3, '${TEMPLATE}', 'many-' || n)::jsonb) given
    returning id
  )
  insert into journal_unsealed (journal_id) select id from written`

const POSTINGS = `
  insert into posting (journal_id, line, account_id, layer, units)
  select replace(p.journal_id, '${TEMPLATE}', 'many-' || n), p.line,
    (select id from account o where o.name = replace(a.name, '${TEMPLATE}', 'many-' || n) and o.asset = a.asset),
    p.layer, p.units
  from generate_series($1::int4, $2::int4) n,
    posting p join account a on a.id = p.account_id join journal j on j.id = p.journal_id
  where j.reference = '${TEMPLATE}'`
