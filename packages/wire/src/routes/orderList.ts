import { OrderListQuery, PartnerOrderList } from '../OrderList.ts'
import { route } from '../route.ts'

/** A partner's orders, below one address. */
export function partnerOrderList(path: `/api/${string}/order/list`) {
  return route({
    method: 'GET',
    path,
    caller: 'partner',
    summary: 'Your orders, newest first',
    query: OrderListQuery,
    answer: PartnerOrderList,
    refusals: ['fields_incompatible'],
  })
}
