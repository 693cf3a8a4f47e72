import * as z from 'zod/mini'
import { Group, Method } from '../Group.ts'
import { Amount, RowFormat } from '../http/field.ts'
import { Metadata } from '../partner/Metadata.ts'
import { MoneyState, RefundReason, Status, SubStatus } from './Order.ts'
import { OrderFilters } from './OrderList.ts'

/** The orders of a report, and its format. */
export const OrderReportQuery = z.extend(OrderFilters, {
  format: z.optional(RowFormat),
})
export type OrderReportQuery = z.infer<typeof OrderReportQuery>

/** One order in a report, flat. Times are `YYYY-MM-DD HH:MM:SS.ffffff`, UTC. */
export const OrderReportRow = z.object({
  client_order_id: z.string(),
  partner_order_id: z.string(),
  client_external_id: z.nullable(z.string()),
  client_email: z.nullable(z.string()),
  status: Status,
  substatus: z.nullable(SubStatus),
  created_at: z.string(),
  updated_at: z.string(),
  finished_at: z.nullable(z.string()),
  payin_currency: z.string(),
  payin_amount: Amount,
  payin_amount_eur: Amount,
  payin_group: Group,
  payin_method: z.nullable(Method),
  payin_fee: Amount,
  payout_currency: z.string(),
  payout_amount: Amount,
  payout_amount_eur: Amount,
  payout_group: Group,
  payout_fee: Amount,
  payout_txid: z.nullable(z.string()),
  rate: z.string(),
  service_fee_amount: Amount,
  service_fee_amount_eur: Amount,
  service_fee_percent: z.string(),
  dst_address: z.nullable(z.string()),
  money_state: MoneyState,
  money_amount: Amount,
  money_currency: z.string(),
  refund_reason: z.nullable(RefundReason),
  error_message: z.nullable(z.string()),
  purchase_currency: z.nullable(z.string()),
  purchase_amount: z.nullable(Amount),
  child_order_id: z.nullable(z.string()),
  child_payout_currency: z.nullable(z.string()),
  child_payout_amount: z.nullable(Amount),
  metadata: Metadata,
})
export type OrderReportRow = z.infer<typeof OrderReportRow>
