import * as z from 'zod/mini'
import { PartnerId } from '../http/field.ts'
import { route } from '../http/route.ts'
import { OrderDataV1 } from '../order/Order.ts'
import { OrderListQuery, PartnerOrderListV1 } from '../order/OrderList.ts'
import { BoundedFeeQuote, FeeRequestV1 } from '../order/Quote.ts'
import { TickerV1 } from '../Ticker.ts'
import { healthcheck } from './health.ts'
import { pricing } from './pricing.ts'
import { offerRoutes } from './reference.ts'

/** The partner group, version 1: a partner's server, with signed requests. */
export const partnerV1 = {
  healthcheck: healthcheck('/api/v1/partner/healthcheck'),
  ...offerRoutes({ prefix: '/api/v1/partner', caller: 'partner', ticker: TickerV1 }),
  fee: route({
    method: 'POST',
    path: '/api/v1/partner/order/fee',
    caller: 'partner',
    summary: 'What a pair costs now, with bounds on both sides',
    body: FeeRequestV1,
    answer: BoundedFeeQuote,
    refusals: pricing,
  }),
  orderList: route({
    method: 'GET',
    path: '/api/v1/partner/order/list',
    caller: 'partner',
    summary: 'Your orders, newest first',
    query: OrderListQuery,
    answer: PartnerOrderListV1,
    refusals: ['fields_incompatible'],
  }),
  order: route({
    method: 'POST',
    path: '/api/v1/partner/order',
    caller: 'partner',
    summary: 'One order; its amounts are JSON numbers',
    body: z.strictObject({ partner_order_id: PartnerId }),
    answer: OrderDataV1,
    refusals: ['order_unknown'],
  }),
} as const
