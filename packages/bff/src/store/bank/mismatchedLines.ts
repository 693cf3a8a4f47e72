/** SQL for how the books call a row of bank_entry. */
export const LINE_NAME = `'bank:' || e.iban || ':' || e.reference`

/**
 * Lines by which money left that are called as a payment of ours and are not about it, and that nobody has seen to: that
 * payment had left, or is another amount. SQL from its `from` on: e is the line, p the payment.
 */
export const UNFIT_LINES = `
  from bank_entry e join bank_payment p on p.id = e.end_to_end_id
  where e.outcome = 'by_hand' and e.end_to_end_id is not null and e.side = 'debit'
    and not exists (select from owed_act c where c.owed = ${LINE_NAME})`
