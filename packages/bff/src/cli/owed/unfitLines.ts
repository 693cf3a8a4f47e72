import type { Query } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import { fromPaymentRow, type PaymentRow } from '../../store/PaymentRow.ts'
import { LINE_NAME, UNFIT_LINES } from '../../store/unfitLines.ts'
import { paymentWords } from '../sepa/paymentWords.ts'

/** Money that left under the name of a payment of ours that it does not fit. */
export const UnfitLine = z.object({
  /** As “owed settle” takes it. */
  bank_line: z.string(),
  amount: z.string(),
  currency: z.string(),
  booked_on: z.nullable(z.string()),
  end_to_end_id: z.string(),
  /** Of the payment that is called so; null where it pays a partner. */
  client_order_id: z.nullable(z.string()),
  payment_amount: z.string(),
  payment_currency: z.string(),
})
type UnfitLine = z.infer<typeof UnfitLine>

type Row = PaymentRow & {
  readonly line: string
  readonly line_units: bigint
  readonly line_currency: string
  readonly booked_on: string | null
}

/** The lines that nobody has seen to yet, and what the operator reads of them. */
export async function unfitLines(deps: { query: Query }): Promise<{ data: UnfitLine[]; text: string[] }> {
  const rows = await deps.query<Row>({ name: 'cli_unfit', text: UNFIT, values: [] })
  const data = rows.map(toJson)
  const text = rows.map((row) => {
    const { bank_line: line, amount, currency, payment_amount: ordered, payment_currency: of } = toJson(row)
    const payment = `${paymentWords(fromPaymentRow(row))}, ${ordered} ${of}`
    return `${line}  ${amount} ${currency}  left as ${row.id}, ${payment}, which it does not fit`
  })
  if (text.length > 0)
    text.push(
      'Ask your bank whether it paid twice, or another amount; “owed settle” says that it is cleared up.',
    )
  return { data, text }
}

function toJson(row: Row): UnfitLine {
  return {
    bank_line: row.line,
    amount: Money.format({ units: row.line_units, currency: row.line_currency }),
    currency: row.line_currency,
    booked_on: row.booked_on,
    end_to_end_id: row.id,
    client_order_id: row.order_id,
    payment_amount: Money.format(row),
    payment_currency: row.currency,
  }
}

const UNFIT = `
  select ${LINE_NAME} as line, e.units as line_units, e.currency as line_currency, e.booked_on,
    p.id, p.order_id, p.transfer_number, p.partner_id, p.state, p.has_left, p.units, p.currency
  ${UNFIT_LINES} order by e.imported_at, e.reference`
