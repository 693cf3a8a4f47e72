import * as Money from '@cambio/wire/Money.ts'
import type { OrderReportRow } from '@cambio/wire/order/OrderReport.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import { endedAt, type Order } from '../Order.ts'
import { datetime } from '../time.ts'
import { orderData } from './orderData.ts'

/** An order in its current state, as a row of its partner's report. */
export function orderReportRow(
  order: Order,
  { clientExternalId, changedAt, at }: { clientExternalId: string | null; changedAt: Date; at: Date },
): OrderReportRow {
  const data = orderData(order, at)
  const { quote } = order
  const finishedAt = endedAt(order)
  return {
    client_order_id: data.client_order_id,
    partner_order_id: data.partner_order_id,
    client_external_id: clientExternalId,
    client_email: order.email,
    status: data.status,
    substatus: data.substatus,
    created_at: datetime(order.createdAt),
    updated_at: datetime(changedAt),
    finished_at: finishedAt && datetime(finishedAt),
    payin_currency: data.payin_currency,
    payin_amount: data.payin_amount,
    payin_amount_eur: data.payin_amount_eur,
    payin_group: data.payin_group,
    payin_method: data.payin_method,
    payin_fee: Money.format(quote.payinFee),
    payout_currency: data.payout_currency,
    payout_amount: data.payout_amount,
    payout_amount_eur: data.payout_amount_eur,
    payout_group: data.payout_group,
    payout_fee: Money.format(quote.payoutFee),
    payout_txid: data.payout_txid,
    rate: Rate.format(quote.rate),
    service_fee_amount: data.service_fee_amount,
    service_fee_amount_eur: data.service_fee_amount_eur,
    service_fee_percent: data.service_fee_percent,
    dst_address: data.dst_address,
    money_state: data.money.state,
    money_amount: data.money.amount,
    money_currency: data.money.currency,
    refund_reason: data.refund_reason,
    error_message: data.error_message ?? null,
    purchase_currency: data.purchase_currency ?? null,
    purchase_amount: data.purchase_amount ?? null,
    child_order_id: data.child_order_id ?? null,
    child_payout_currency: data.child_payout_currency ?? null,
    child_payout_amount: data.child_payout_amount ?? null,
    metadata: order.metadata,
  }
}
