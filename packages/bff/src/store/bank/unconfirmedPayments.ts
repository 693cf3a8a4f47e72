import { bankDaysBefore } from '@cambio/exchange/payin/transfer/statement/bankDays.ts'

/** How many bank days a payment may be in a file and in no statement. */
const BANK_DAYS = 2

/** SQL, from its `from` on, for payments p that a file had before $1 and that no statement has named. */
export const UNCONFIRMED = `from bank_payment p where p.state = 'exported' and p.exported_at <= $1`

/** The time for its $1: payments exported before should be in a statement by now. */
export function confirmedBy(now: Date): Date {
  return bankDaysBefore(now, BANK_DAYS)
}
