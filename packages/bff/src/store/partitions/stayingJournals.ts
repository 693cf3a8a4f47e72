import { chart } from '@cambio/exchange/books/chart.ts'
import type { Owner } from './asSoleOwner.ts'

/** The table with the ids of the journals that stay, during an archive. */
const STAYING = 'posting_staying'
/** A condition on the lines, called old, of journals that stay. */
export const lineStays = `exists (select from ${STAYING} s where s.journal_id = old.journal_id)`

/** An account of one order or payment. It is at zero once that has ended. */
const isOwn = [chart.order(''), chart.owed(''), chart.leaving('')]
  .map((prefix) => `starts_with(a.name, '${prefix}')`)
  .join(' or ')

/**
 * Finds the journals of before a time that stay whole: those of an order or payment that went on after it or that money
 * is left of, holds that were not resolved before it, and the balances of partners who moved away, which the other cell may
 * ask for again. What goes then leaves every account of an order or payment at zero.
 * @param lines all lines of the months that go, as SQL
 */
export async function findStaying(client: Owner, lines: string, before: Date): Promise<void> {
  await client.query(`create unlogged table ${STAYING} (journal_id text primary key)`)
  await client.query(`insert into ${STAYING} ${left(lines)} on conflict do nothing`)
  const needed = `insert into ${STAYING} ${neededLater(lines)} on conflict do nothing`
  await client.query({ text: needed, values: [before] })
  for (;;) {
    await client.query(`analyze ${STAYING}`)
    const { rowCount } = await client.query(`insert into ${STAYING} ${linked(lines)} on conflict do nothing`)
    if (rowCount === 0) return
  }
}

/** Ends what `findStaying` began. */
export async function forgetStaying(client: Owner): Promise<void> {
  await client.query(`drop table ${STAYING}`)
}

/** Journals on accounts of one order or payment that what goes would not leave at zero. */
const left = (lines: string) => `
  select distinct p.journal_id from (${lines}) p
  where p.account_id in (
    select account_id from (
      select p.account_id from (${lines}) p join account a on a.id = p.account_id
      where ${isOwn} group by p.account_id, p.layer having sum(p.units) <> 0
    ) uneven
  )`

/** Holds that were not resolved, moved balances, and what a wrong clock had written as if it were later. */
const neededLater = (lines: string) => `
  select distinct p.journal_id from (${lines}) p join journal j on j.id = p.journal_id
  where j.posted_at >= $1 or j.kind = 'moved_away' or p.layer = 'pending' and j.resolves is null
    and not exists (select from journal r where r.resolves = p.journal_id and r.posted_at < $1)`

/** Journals on an account of one order or payment with one that stays, and the other one of a hold and what resolved it. */
const linked = (lines: string) => `
  select other.journal_id
  from ${STAYING} s join (${lines}) p on p.journal_id = s.journal_id
    join account a on a.id = p.account_id and (${isOwn})
    join (${lines}) other on other.account_id = p.account_id
  where not exists (select from ${STAYING} known where known.journal_id = other.journal_id)
  union
  select j.id from ${STAYING} s join journal j on j.resolves = s.journal_id
  union
  select j.resolves from ${STAYING} s join journal j on j.id = s.journal_id where j.resolves is not null`
