import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import * as Money from '@cambio/wire/Money.ts'
import * as z from 'zod/mini'

/** A payment that a bank is asked for: an order's pay-out, or one of its transfers that goes back. */
export const BankPayment = z.object({
  /** Its EndToEndId. */
  id: z.string(),
  state: z.string(),
  amount: z.string(),
  currency: z.string(),
  /** The transfer that goes back by it; null of a pay-out. */
  transfer: z.nullable(z.number()),
  /** The file that it left with, as “sepa list” names it; null while it is in none. */
  file_id: z.nullable(z.string()),
  exported_at: z.nullable(z.string()),
  /** Why your bank did not make it; null where it was not rejected. */
  reject_reason: z.nullable(z.string()),
})

type Row = {
  readonly id: string
  readonly state: string
  readonly units: bigint
  readonly currency: string
  readonly transfer: number | null
  readonly file_id: string | null
  readonly exported_at: Date | null
  readonly reject_reason: string | null
}

/** What a bank is asked to pay for an order, and in which file. */
export async function bankPaymentsOf(query: Query, order: Order): Promise<z.infer<typeof BankPayment>[]> {
  const values = [order.id]
  const rows = await query<Row>({ name: 'cli_bank_payments', text: PAYMENTS, values })
  return rows.map(({ units, exported_at, ...row }) => ({
    ...row,
    amount: Money.format({ units, currency: row.currency }),
    exported_at: exported_at?.toISOString() ?? null,
  }))
}

const PAYMENTS = `
  select id, state, units, currency, transfer_number as transfer, file_id, exported_at, reject_reason
  from bank_payment where order_id = $1 order by created_at, id`
