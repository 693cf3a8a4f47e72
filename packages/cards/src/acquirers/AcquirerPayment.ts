import type { Money } from '@cambio/wire/Money.ts'
import type { Transaction } from '../transaction/Transaction.ts'

/** A transaction as whoever asks an acquirer about it, or moves its money, has to be able to name it. */
export type AcquirerPayment = {
  readonly transactionId: string
  readonly acceptedAt: Date
  /** What the SALE asked to hold. */
  readonly held: Money
  readonly payerEmail: string
  /** First 6, six stars, last 4. */
  readonly mask: string
  /** The acquirer's own name for it, where it told us one. */
  readonly reference: string | null
}

export function acquirerPaymentOf(transaction: Transaction): AcquirerPayment {
  return {
    transactionId: transaction.id,
    acceptedAt: transaction.createdAt,
    held: transaction.money,
    payerEmail: transaction.payer.email,
    mask: transaction.means.mask,
    reference: 'reference' in transaction ? transaction.reference : null,
  }
}
