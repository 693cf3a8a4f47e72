import type { BankPayment, PaymentPurpose } from '@cambio/exchange/statement/StatementStore.ts'

/** A row of `bank_payment`, as far as a statement says something of it. */
export type PaymentRow = {
  readonly id: string
  readonly order_id: string | null
  readonly transfer_number: number | null
  readonly partner_id: string | null
  readonly state: 'due' | 'exported' | 'sent' | 'returned'
  readonly has_left: boolean
  readonly units: bigint
  readonly currency: string
}

export function fromPaymentRow(row: PaymentRow): BankPayment {
  const { id, units, currency, state, has_left: hasLeft } = row
  return {
    id,
    purpose: purposeOf(row),
    amount: { units, currency },
    // A program that did not know `has_left` yet says it by the state alone.
    hasLeft: hasLeft || state === 'sent',
    hasReturned: state === 'returned',
  }
}

function purposeOf({ id, order_id, transfer_number, partner_id }: PaymentRow): PaymentPurpose {
  if (order_id !== null && transfer_number !== null)
    return { is: 'refund', orderId: order_id, number: transfer_number }
  if (order_id !== null) return { is: 'payout', orderId: order_id }
  if (partner_id !== null) return { is: 'settlement', partnerId: partner_id }
  throw new Error(`Payment ${id} is for nobody`)
}
