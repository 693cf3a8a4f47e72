import {
  ClientOrderList,
  MOST_ROWS,
  MOST_ROWS_WITH_ORDERS,
  OrderFilters,
  OrderListQuery,
  PartnerOrderList,
  PartnerOrderListQuery,
  PartnerOrderListV1,
  ROWS,
} from '@cambio/wire/order/OrderList.ts'
import { explain, type Explained } from './explain.ts'
import { CLIENT_ORDER_ID } from './order.ts'

const envelope = {
  rows: 'How many orders each page has, except the last.',
  total: 'How many orders the whole list has now.',
  data: 'The orders of this page.',
  next_cursor: 'What to send as cursor for the page after this one; null when this is the last.',
}

const item = {
  created_at: 'Unix seconds with six fractional digits.',
  id: CLIENT_ORDER_ID,
  partner_order_id: 'Your own id of the order.',
}

const query = {
  page: 'Which page, from 1. 1 if left out.',
  rows: `Orders on a page. ${ROWS} if left out; more than ${MOST_ROWS} counts as ${MOST_ROWS}.`,
  timestamp: 'Unix seconds. Only orders created then or later; all of them if left out.',
  cursor: 'next_cursor of the page before, instead of page.',
}

export const orderFilters = {
  status: 'Only orders that have this status now.',
  from: 'Unix seconds. Only orders created then or later.',
  until: 'Unix seconds. Only orders created before then.',
  client_external_id: 'Only the orders of this client of yours.',
  updated_since: 'Unix seconds. Only orders that changed then or later, in the order of their last change.',
}

export const orderListMeanings: readonly Explained[] = [
  explain(OrderListQuery, query),
  explain(PartnerOrderListQuery, {
    ...query,
    ...orderFilters,
    timestamp: 'Another name of from.',
    rows: `Orders on a page. ${ROWS} if left out; more than ${MOST_ROWS} counts as ${MOST_ROWS}, and with include=order more than ${MOST_ROWS_WITH_ORDERS} for ${MOST_ROWS_WITH_ORDERS}.`,
    include: 'order puts the data of each order into the list.',
  }),
  explain(OrderFilters, orderFilters),
  explain(PartnerOrderListV1, envelope),
  explain(PartnerOrderList, {
    ...envelope,
    total:
      'How many orders the whole list has now; null where it is filtered by anything but the time that it begins at.',
  }),
  explain(ClientOrderList, envelope),
  explain(ClientOrderList.shape.data.def.element, {
    created_at: item.created_at,
    id: CLIENT_ORDER_ID,
    client_order_id: 'The same.',
  }),
  explain(PartnerOrderListV1.shape.data.def.element, item),
  explain(PartnerOrderList.shape.data.def.element, {
    ...item,
    updated_at:
      'Only with updated_since: when the order last changed. Unix seconds with six fractional digits.',
    order: 'Only with include=order: the order’s data.',
  }),
]
