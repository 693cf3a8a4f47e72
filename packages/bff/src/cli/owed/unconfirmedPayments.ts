import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import type { UnconfirmedPayment as Unconfirmed } from '../../store/read/bank/bankLines.ts'
import { paymentWords } from '../sepa/paymentWords.ts'

/** A payment that was in a file two bank days ago or earlier, and that no statement names. */
export const UnconfirmedPayment = z.object({
  /** Its EndToEndId, as “sepa reject” accepts it. */
  payment_id: z.string(),
  /** Null if it pays a partner. */
  client_order_id: z.nullable(z.string()),
  amount: z.string(),
  currency: z.string(),
  file_id: z.nullable(z.string()),
  exported_at: z.string(),
  /** Its last status from the bank by a pain.002 or camt.029; null if the bank sent none. */
  bank_status: z.nullable(z.string()),
  /** Whether mismatched money left under its id, and whether the operator has settled all of it. */
  unfit: z.nullable(z.enum(['open', 'settled'])),
})
type UnconfirmedPayment = z.infer<typeof UnconfirmedPayment>

/** The payments that should be in a statement by now, as data and as text for the operator. */
export function unconfirmedPayments(payments: readonly Unconfirmed[]): {
  data: UnconfirmedPayment[]
  text: string[]
} {
  const text = payments.map(({ payment, fileId, exportedAt, bankStatus, unfit }) =>
    [
      `${payment.id}  ${Money.format(payment.amount)} ${payment.amount.currency}  in no statement: ${paymentWords(payment)}`,
      `in ${fileId ?? 'a file'} since ${exportedAt.toISOString()}`,
      ...(bankStatus === null ? [] : [`your bank said ${bankStatus}`]),
      ...(unfit === null ? [] : [mismatchWords[unfit]]),
    ].join(', '),
  )
  if (text.length > 0)
    text.push(
      'Ask your bank whether it made them: import the statement that shows it (“sepa import”), or run “sepa reject” if it was not made.',
    )
  return { data: payments.map(toJson), text }
}

function toJson({ payment, fileId, exportedAt, bankStatus, unfit }: Unconfirmed): UnconfirmedPayment {
  const { id, purpose, amount } = payment
  return {
    payment_id: id,
    client_order_id: purpose.is === 'settlement' ? null : purpose.orderId,
    amount: Money.format(amount),
    currency: amount.currency,
    file_id: fileId,
    exported_at: exportedAt.toISOString(),
    bank_status: bankStatus,
    unfit,
  }
}

const mismatchWords = {
  open: 'another amount left under its name',
  settled: 'another amount left under its name and was settled by hand',
} as const
