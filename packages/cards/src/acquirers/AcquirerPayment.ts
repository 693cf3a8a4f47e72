import type { Money } from '@cambio/wire/Money.ts'
import type { Transaction } from '../transaction/Transaction.ts'

/** What an acquirer needs to find a transaction's payment. */
export type AcquirerPayment = {
  readonly transactionId: string
  readonly acceptedAt: Date
  /** The amount that the SALE asked to hold. */
  readonly held: Money
  readonly payerEmail: string
  /** First 6, six stars, last 4. */
  readonly mask: string
  /** The acquirer's id of the payment; null until it gives one. */
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
