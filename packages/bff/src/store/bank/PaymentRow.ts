import type { BankPayment, PaymentPurpose } from '@cambio/exchange/payin/transfer/statement/StatementStore.ts'
import type { PaymentState } from '@cambio/rails/sepa/BankPayments.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

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

/** Finds payments by their ids, and locks them until the transaction ends. */
export async function findPayments(query: Query, ids: readonly string[]): Promise<BankPayment[]> {
  if (ids.length === 0) return []
  const rows = await query<PaymentRow>({
    name: 'bank_payment_find',
    text: `
      select id, order_id, transfer_number, partner_id, state, has_left, units, currency
      from bank_payment where id = any($1) order by id for update`,
    values: [ids],
  })
  return rows.map(fromPaymentRow)
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
    isRejected: state === 'rejected',
  }
}

function purposeOf({ id, order_id, transfer_number, partner_id }: PaymentRow): PaymentPurpose {
  if (order_id !== null && transfer_number !== null)
    return { is: 'refund', orderId: order_id, number: transfer_number }
  if (order_id !== null) return { is: 'payout', orderId: order_id }
  if (partner_id !== null) return { is: 'settlement', partnerId: partner_id }
  throw new Error(`Payment ${id} is for nobody`)
}
