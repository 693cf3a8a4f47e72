import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import type { MismatchedLine as Mismatched } from '../../store/read/bank/bankLines.ts'
import { paymentWords } from '../sepa/paymentWords.ts'

/** A mismatched line: money that left under the id of one of our payments and does not fit it. */
export const MismatchedLine = z.object({
  /** As “owed settle” accepts it. */
  bank_line: z.string(),
  amount: z.string(),
  currency: z.string(),
  booked_on: z.nullable(z.string()),
  end_to_end_id: z.string(),
  /** The order of the payment with that id; null if it pays a partner. */
  client_order_id: z.nullable(z.string()),
  payment_amount: z.string(),
  payment_currency: z.string(),
})
type MismatchedLine = z.infer<typeof MismatchedLine>

/** The unsettled mismatched lines, as data and as text for the operator. */
export function mismatchedLines(lines: readonly Mismatched[]): { data: MismatchedLine[]; text: string[] } {
  const text = lines.map((mismatched) => {
    const {
      bank_line: line,
      amount,
      currency,
      payment_amount: ordered,
      payment_currency: of,
    } = toJson(mismatched)
    const payment = `${paymentWords(mismatched.payment)}, ${ordered} ${of}`
    return `${line}  ${amount} ${currency}  left as ${mismatched.payment.id}, ${payment}, and does not match it`
  })
  if (text.length > 0)
    text.push(
      'Ask your bank whether it paid twice or another amount; run “owed settle” once that is cleared up.',
    )
  return { data: lines.map(toJson), text }
}

function toJson({ line, amount, bookedOn, payment }: Mismatched): MismatchedLine {
  const { id, purpose } = payment
  return {
    bank_line: line,
    amount: Money.format(amount),
    currency: amount.currency,
    booked_on: bookedOn,
    end_to_end_id: id,
    client_order_id: purpose.is === 'settlement' ? null : purpose.orderId,
    payment_amount: Money.format(payment.amount),
    payment_currency: payment.amount.currency,
  }
}
