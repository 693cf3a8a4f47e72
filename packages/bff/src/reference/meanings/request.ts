import { CreatedRequest, CreateRequest } from '@cambio/wire/WidgetRequest.ts'
import { explain, type Explained } from './explain.ts'
import { DST_ADDRESS } from './order.ts'
import { amountFields, choice, PAYIN, PAYOUT } from './price.ts'

const DEFAULT =
  'where the buyer starts; the buyer may change it. Not together with the field without _default.'

export const requestMeanings: readonly Explained[] = [
  explain(CreateRequest, {
    ...choice,
    ...amountFields,
    partner_order_id: 'Your own id of the order, unique among your orders and widget requests.',
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
  explain(CreatedRequest, { request_id: 'Opens the widget, by the loader or at /w/{request_id}; 24 h.' }),
]
