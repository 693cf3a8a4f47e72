import type { BankPayment, PaymentPurpose } from '@cambio/exchange/statement/StatementStore.ts'
import type { PaymentState } from '@cambio/rails/sepa/BankPayments.ts'

/** The part of a `bank_payment` row that a statement can change. */
export type PaymentRow = {
  readonly id: string
  readonly order_id: string | null
  readonly transfer_number: number | null
  readonly partner_id: string | null
  readonly state: PaymentState
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
    isWithBank: state !== 'due' && state !== 'called_off',
    // A program from before `has_left` existed writes the state alone.
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
