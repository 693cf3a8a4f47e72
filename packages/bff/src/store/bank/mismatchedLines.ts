/** SQL for the name of a row of bank_entry in the books. */
export const LINE_NAME = `'bank:' || e.iban || ':' || e.reference`

/**
 * Unsettled mismatched lines: debits with the id of one of our payments that had left already, or is of another amount.
 * SQL from its `from` on: e is the line, p the payment.
 */
export const MISMATCHED_LINES = `
  from bank_entry e join bank_payment p on p.id = e.end_to_end_id
  where e.outcome = 'by_hand' and e.end_to_end_id is not null and e.side = 'debit'
    and not exists (select from owed_act c where c.owed = ${LINE_NAME})`
