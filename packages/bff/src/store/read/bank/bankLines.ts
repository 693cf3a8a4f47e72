import type { BankLine } from '@cambio/exchange/payin/transfer/statement/Statement.ts'
import type { BankPayment } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type * as Money from '@cambio/wire/Money.ts'
import { LINE_NAME, MISMATCHED_LINES } from '../../bank/mismatchedLines.ts'
import { fromPaymentRow, type PaymentRow } from '../../bank/PaymentRow.ts'
import { confirmedBy, UNCONFIRMED } from '../../bank/unconfirmedPayments.ts'

/** A bank line that may repeat one of another statement. */
export type OpenRepeat = {
  /** Its name in the books. */
  readonly line: string
  readonly side: BankLine['side']
  readonly amount: Money.Money
  readonly bookedOn: string | null
  readonly party: string | null
  readonly text: string
}

/** The undecided possible repeats, oldest first. */
export async function openRepeats(query: Query): Promise<OpenRepeat[]> {
  type Row = Omit<OpenRepeat, 'amount'> & { readonly units: bigint; readonly currency: string }
  const rows = await query<Row>({ name: 'read_repeats', text: REPEATS, values: [] })
  return rows.map(({ units, currency, ...line }) => ({ ...line, amount: { units, currency } }))
}

/** A mismatched line: money that left under the id of one of our payments and does not fit it. */
export type MismatchedLine = {
  readonly line: string
  readonly amount: Money.Money
  readonly bookedOn: string | null
  readonly payment: BankPayment
}

/** The unsettled mismatched lines, oldest first. */
export async function mismatchedLines(query: Query): Promise<MismatchedLine[]> {
  type Row = PaymentRow & {
    readonly line: string
    readonly line_units: bigint
    readonly line_currency: string
    readonly booked_on: string | null
  }
  const rows = await query<Row>({ name: 'read_unfit', text: MISMATCHED, values: [] })
  return rows.map((row) => ({
    line: row.line,
    amount: { units: row.line_units, currency: row.line_currency },
    bookedOn: row.booked_on,
    payment: fromPaymentRow(row),
  }))
}

/** A payment that was in a file two bank days ago or earlier, and that no statement names. */
export type UnconfirmedPayment = {
  readonly payment: BankPayment
  readonly fileId: string | null
  readonly exportedAt: Date
  /** Its last status by a pain.002 or camt.029 of the bank; null if the bank sent none. */
  readonly bankStatus: string | null
  /** Whether mismatched money left under its id, and whether the operator has settled all of it. */
  readonly unfit: 'open' | 'settled' | null
}

/** The payments that should be in a statement by now, oldest first. */
export async function unconfirmedPayments(query: Query, now: Date): Promise<UnconfirmedPayment[]> {
  type Row = PaymentRow & Omit<UnconfirmedPayment, 'payment'>
  const values = [confirmedBy(now)]
  const rows = await query<Row>({ name: 'read_unconfirmed', text: PAYMENTS, values })
  return rows.map((row) => ({
    payment: fromPaymentRow(row),
    fileId: row.fileId,
    exportedAt: row.exportedAt,
    bankStatus: row.bankStatus,
    unfit: row.unfit,
  }))
}

const REPEATS = `
  select ${LINE_NAME} as line, e.side, e.units, e.currency, e.booked_on as "bookedOn",
    nullif(concat_ws(', ', e.party_name, e.party_iban), '') as party, e.remittance as text
  from bank_entry e where e.repeat = 'open' order by e.imported_at, e.reference`

const MISMATCHED = `
  select ${LINE_NAME} as line, e.units as line_units, e.currency as line_currency, e.booked_on,
    p.id, p.order_id, p.transfer_number, p.partner_id, p.state, p.has_left, p.units, p.currency
  ${MISMATCHED_LINES} order by e.imported_at, e.reference`

const PAYMENTS = `
  select p.id, p.order_id, p.transfer_number, p.partner_id, p.state, p.has_left, p.units, p.currency,
    p.file_id as "fileId", p.exported_at as "exportedAt", p.bank_status as "bankStatus",
    (select case when bool_and(exists (
        select from owed_act c where c.owed = ${LINE_NAME})) then 'settled' else 'open' end
      from bank_entry e
      where e.outcome = 'by_hand' and e.side = 'debit' and e.end_to_end_id = p.id
      having count(*) > 0) as unfit
  ${UNCONFIRMED} order by p.exported_at, p.id`
