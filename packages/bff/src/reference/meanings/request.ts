import { contract } from '@cambio/wire/http/contract.ts'
import {
  CreatedRequest,
  CreateRequest,
  MOST_TOLERANCE_BPS,
  RequestData,
} from '@cambio/wire/widget/WidgetRequest.ts'
import { explain, type Explained } from './explain.ts'
import { DST_ADDRESS, METADATA, NOTED } from './order.ts'
import { amountFields, choice, PAYIN, PAYOUT } from './price.ts'

const DEFAULT =
  'where the buyer starts; the buyer may change it. Not together with the field without _default.'

const YOUR_ID =
  'The partner_order_id of the request; its request_id if you gave none. If there are several, the newest counts.'

export const requestMeanings: readonly Explained[] = [
  explain(CreateRequest, {
    metadata: `${METADATA} Its order has the same.`,
    theme:
      'The look of this request; each token overrides the one set for your account. Colours with too little contrast are corrected.',
    ...choice,
    ...amountFields,
    payin_group: 'How the buyer pays. If payin_group_default is left out too, the buyer chooses.',
    payout_group: 'How the buyer is paid. If payout_group_default is left out too, the buyer chooses.',
    challenge:
      'Where the buyer’s bank asks for its confirmation (3-D Secure): frame, in the widget, as it is without a word; top, in the whole window, from which the buyer comes back to the order’s own page; tab, in a tab of its own beside the widget. The option challenge of the loader goes before it.',
    price_tolerance_bps: `How much worse a price may get after the buyer has agreed to it, in basis points, before the buyer is asked again: a whole number up to ${MOST_TOLERANCE_BPS}. Without it, 0: the buyer is asked about every worse price. Prices that get better are never asked about, and the order’s own price is shown before a card is charged.`,
    partner_order_id:
      'Your own id of the order, unique among your orders and widget requests. The id of a request that ended without an order is free again.',
    payin_amount_default: `The pay-in ${DEFAULT} ${PAYIN}`,
    payin_currency_default: `The pay-in currency ${DEFAULT}`,
    payin_group_default: `The way to pay ${DEFAULT}`,
    payout_amount_default: `The pay-out ${DEFAULT} ${PAYOUT}`,
    payout_currency_default: `The pay-out currency ${DEFAULT}`,
    payout_group_default: `The way to be paid ${DEFAULT}`,
    dst_address: DST_ADDRESS,
    http_return_success: 'Where Done leads after a pay-out, https; partner_order_id and status are appended.',
    http_return_failed:
      'Where Done leads when the order failed, https; partner_order_id and status are appended.',
  }),
  explain(contract.partner.request.params, { partner_order_id: YOUR_ID }),
  explain(contract.partner.cancelRequest.params, { partner_order_id: YOUR_ID }),
  explain(RequestData, {
    request_id: 'Opens the widget, by the loader or at /w/{request_id}.',
    url: 'The widget’s address, for a frame or a link.',
    state:
      'new until a buyer opens it, then opened; used once it has an order; expired or canceled where it ended without one.',
    expires_at: 'Until when the buyer may place the order, UTC.',
    client_order_id: 'The order of this request; null while there is none.',
    metadata: NOTED,
  }),
  explain(CreatedRequest, { request_id: 'Opens the widget, by the loader or at /w/{request_id}; 24 h.' }),
]
