import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'
import type { OrderBankPayment } from '../../store/read/orderTimeline.ts'

/** A payment ordered from a bank: an order's pay-out, or the refund of one of its transfers. */
export const BankPayment = z.object({
  /** Its EndToEndId. */
  id: z.string(),
  state: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The transfer that it refunds; null for a pay-out. */
  transfer: z.nullable(z.number()),
  /** The payment file that contains it, as “sepa list” names it; null while it is in none. */
  file_id: z.nullable(z.string()),
  exported_at: z.nullable(z.string()),
  /** Why your bank rejected it; null if it did not. */
  reject_reason: z.nullable(z.string()),
})

/** A payment ordered from a bank, in the output of a command. */
export function bankPayment(payment: OrderBankPayment): z.infer<typeof BankPayment> {
  const { id, state, amount, transfer, fileId, exportedAt, rejectReason } = payment
  return {
    id,
    state,
    currency: amount.currency,
    transfer,
    file_id: fileId,
    reject_reason: rejectReason,
    amount: Money.format(amount),
    exported_at: exportedAt?.toISOString() ?? null,
  }
}
