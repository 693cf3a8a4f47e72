import { ClientOrderList, MOST_ROWS, OrderListQuery, PartnerOrderList, ROWS } from '@cambio/wire/OrderList.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID } from './order.ts'

const envelope = {
  rows: 'How many orders a page has, the last one aside.',
  total: 'How many orders the whole list has now.',
  data: 'The orders of this page.',
  next_cursor: 'What to send as cursor for the page after this one; null when this is the last.',
}

export const orderListMeanings: readonly Explained[] = [
  explain(OrderListQuery, {
    page: 'Which page, from 1. 1 if left out.',
    rows: `Orders on a page. ${ROWS} if left out; more than ${MOST_ROWS} is taken for ${MOST_ROWS}.`,
    timestamp: 'Unix seconds. Only orders created then or later; all of them if left out.',
    cursor: 'next_cursor of the page before, instead of page.',
  }),
  explain(PartnerOrderList, envelope),
  explain(ClientOrderList, envelope),
  explain(ClientOrderList.shape.data.def.element, {
    created_at: 'Unix seconds with six fractional digits.',
    id: CLIENT_ORDER_ID,
    client_order_id: 'The same.',
  }),
  explain(PartnerOrderList.shape.data.def.element, {
    created_at: 'Unix seconds with six fractional digits.',
    id: CLIENT_ORDER_ID,
    partner_order_id: 'Your own id of the order.',
  }),
]
