import type { Query } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { fromPaymentRow, type PaymentRow } from '../../store/PaymentRow.ts'
import { confirmedBy, UNCONFIRMED } from '../../store/unconfirmedPayments.ts'
import { LINE_NAME } from '../../store/unfitLines.ts'
import { paymentWords } from '../sepa/paymentWords.ts'

/** A payment that a file had two bank days ago or more, and that no statement has named. */
export const UnconfirmedPayment = z.object({
  /** Its EndToEndId, as “sepa reject” takes it. */
  payment_id: z.string(),
  /** Null where it pays a partner. */
  client_order_id: z.nullable(z.string()),
  amount: z.string(),
  currency: z.string(),
  file_id: z.nullable(z.string()),
  exported_at: z.string(),
  /** What the bank said of it last by a pain.002 or camt.029; null where it said nothing. */
  bank_status: z.nullable(z.string()),
  /** Whether money left under its name that it does not fit, and whether the operator has settled all of that. */
  unfit: z.nullable(z.enum(['open', 'settled'])),
})
type UnconfirmedPayment = z.infer<typeof UnconfirmedPayment>

type Row = PaymentRow & {
  readonly file_id: string | null
  readonly exported_at: Date
  readonly bank_status: string | null
  readonly unfit: 'open' | 'settled' | null
}

/** The payments that should be in a statement by now, and what the operator reads of them. */
export async function unconfirmedPayments(deps: {
  query: Query
  now: () => Date
}): Promise<{ data: UnconfirmedPayment[]; text: string[] }> {
  const rows = await deps.query<Row>({
    name: 'cli_unconfirmed',
    text: PAYMENTS,
    values: [confirmedBy(deps.now())],
  })
  const data = rows.map(({ id, order_id, units, currency, file_id, exported_at, bank_status, unfit }) => ({
    payment_id: id,
    client_order_id: order_id,
    amount: Money.format({ units, currency }),
    currency,
    file_id,
    exported_at: exported_at.toISOString(),
    bank_status,
    unfit,
  }))
  const text = rows.map((row) =>
    [
      `${row.id}  ${Money.format(row)} ${row.currency}  in no statement: ${paymentWords(fromPaymentRow(row))}`,
      `in ${row.file_id ?? 'a file'} since ${row.exported_at.toISOString()}`,
      ...(row.bank_status === null ? [] : [`your bank said ${row.bank_status}`]),
      ...(row.unfit === null ? [] : [unfitWords[row.unfit]]),
    ].join(', '),
  )
  if (text.length > 0)
    text.push(
      'Ask your bank whether it made them: a statement (“sepa import”) says that one left, “sepa reject” that it was not made.',
    )
  return { data, text }
}

const unfitWords = {
  open: 'another amount left under its name',
  settled: 'another amount left under its name and was settled by hand',
} as const

const PAYMENTS = `
  select p.id, p.order_id, p.transfer_number, p.partner_id, p.state, p.has_left, p.units, p.currency,
    p.file_id, p.exported_at, p.bank_status,
    (select case when bool_and(exists (
        select from owed_act c where c.owed = ${LINE_NAME})) then 'settled' else 'open' end
      from bank_entry e
      where e.outcome = 'by_hand' and e.side = 'debit' and e.end_to_end_id = p.id
      having count(*) > 0) as unfit
  ${UNCONFIRMED} order by p.exported_at, p.id`
