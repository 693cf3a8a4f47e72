import { chart } from '@cambio/exchange/books/chart.ts'
import { LINE_NAME } from '../bank/mismatchedLines.ts'

/**
 * Counts the bank lines without an order that still owe money. Each looks up its account in the books. An earlier
 * version named a line by the bank's reference alone.
 */
export const COUNT_OWED_LINES = `
  select count(*) from bank_entry e
  where e.outcome = 'owed' and e.order_id is null and exists (
    select from account a join posting p on p.account_id = a.id and p.layer = 'posted'
    where a.name in ('${chart.owed('')}' || ${LINE_NAME}, '${chart.owed('bank:')}' || e.reference) and a.asset = e.currency
    group by a.id having sum(p.units) <> 0)`
