import { OrderReportQuery, OrderReportRow } from '@cambio/wire/order/OrderReport.ts'
import { explain, type Explained } from './explain.ts'
import { orderData } from './order.ts'
import { orderFilters } from './orderList.ts'
import { EUR, PAYIN, PAYOUT } from './price.ts'

export const orderReportMeanings: readonly Explained[] = [
  explain(OrderReportQuery, {
    ...orderFilters,
    format: 'csv or jsonl. By Accept if left out.',
  }),
  explain(OrderReportRow, {
    ...orderData,
    client_external_id: 'Your own id of the client; null for one that you did not register, and for none.',
    client_email: 'The client’s address; null while the order has no client.',
    created_at: 'UTC, YYYY-MM-DD HH:MM:SS.ffffff.',
    updated_at: 'When the order last changed. UTC, as created_at.',
    finished_at: 'When the order ended, in whatever status; null until then. UTC, as created_at.',
    payin_fee: `Network fee of the pay-in. ${PAYIN}`,
    payout_fee: `Network fee of the pay-out. ${PAYOUT}`,
    rate: 'Pay-in per one unit of pay-out, the spread included.',
    service_fee_amount_eur: `Service fee. ${EUR}`,
    money_state: 'Where the buyer’s money is; see money in order data.',
    money_amount: 'How much of it. In money_currency.',
    money_currency: 'Its currency.',
    error_message: 'Why the order ended in error; null otherwise.',
    purchase_currency: 'The currency of the purchase; null where none was named.',
    purchase_amount: 'The amount of the purchase; null where none was named.',
    child_order_id: 'The order that the coins of a merchant order are sold into; null where there is none.',
    child_payout_currency: 'The currency that they are sold into; null where they are not.',
    metadata: 'Your own notes, in CSV as JSON; {} if there are none.',
    child_payout_amount: 'Their value at the mid rate, all of it yours; null if they are not sold.',
  }),
]
