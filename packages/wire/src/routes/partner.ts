import * as z from 'zod/mini'
import { VerificationUrl } from '../Client.ts'
import { CurrencyCode, PartnerId } from '../http/field.ts'
import { route } from '../http/route.ts'
import {
  ConfirmedOrder,
  ConfirmWithdrawal,
  CreatedOrder,
  CreatedWithdrawal,
  CreateOrder,
  OrderData,
} from '../order/Order.ts'
import { PartnerOrderList, PartnerOrderListQuery } from '../order/OrderList.ts'
import { OrderReportQuery, OrderReportRow } from '../order/OrderReport.ts'
import { PartnerFeeQuote, PartnerFeeRequest } from '../order/Quote.ts'
import { AskRequirements, Requirements } from '../order/Requirements.ts'
import { BalanceEntry } from '../partner/Balance.ts'
import { EventFeed, EventFeedQuery } from '../partner/EventFeed.ts'
import { Ticker } from '../Ticker.ts'
import { CreatedRequest, CreateRequest, RequestData } from '../widget/WidgetRequest.ts'
import { healthcheck } from './health.ts'
import { pricing } from './pricing.ts'
import { offerRoutes } from './reference.ts'

/** The partner group, version 2: a partner's server, with signed requests. */
export const partner = {
  healthcheck: healthcheck('/api/v2/partner/healthcheck'),
  ...offerRoutes({ prefix: '/api/v2/partner', caller: 'partner', ticker: Ticker }),
  createRequest: route({
    method: 'POST',
    path: '/api/v2/partner/create_request',
    caller: 'partner',
    summary: 'Creates a widget request: which values the buyer finds filled in, and which are fixed',
    body: CreateRequest,
    answer: CreatedRequest,
    refusals: [
      'fixed_and_default',
      'fields_incompatible',
      'field_requires',
      'partner_order_id_taken',
      'amount_invalid',
      'currency_unknown',
      'pair_unavailable',
      'group_unavailable',
      'amount_out_of_bounds',
      'address_invalid',
      'rate_unavailable',
    ],
    idempotent: true,
  }),
  request: route({
    method: 'GET',
    path: '/api/v2/partner/request/{partner_order_id}',
    caller: 'partner',
    summary: 'The newest widget request for a partner_order_id, such as one whose answer was lost',
    params: z.object({ partner_order_id: PartnerId }),
    answer: RequestData,
    refusals: ['request_unknown'],
  }),
  cancelRequest: route({
    method: 'POST',
    path: '/api/v2/partner/request/{partner_order_id}/cancel',
    caller: 'partner',
    summary: 'Cancels a widget request that has no order; its id can then be used again',
    params: z.object({ partner_order_id: PartnerId }),
    answer: RequestData,
    refusals: ['request_unknown', 'request_used'],
    idempotent: true,
  }),
  fee: route({
    method: 'POST',
    path: '/api/v2/partner/order/fee',
    caller: 'partner',
    summary: 'What a pair costs now, with bounds on both sides',
    body: PartnerFeeRequest,
    answer: PartnerFeeQuote,
    refusals: [...pricing, 'client_unknown'],
  }),
  requirements: route({
    method: 'POST',
    path: '/api/v2/partner/order/requirements',
    caller: 'partner',
    summary: 'What an order would require of its buyer, and why it would be refused; creates nothing',
    body: AskRequirements,
    answer: Requirements,
    refusals: ['amount_required', 'both_amounts_given', 'amount_invalid', 'client_unknown'],
  }),
  createOrder: route({
    method: 'POST',
    path: '/api/v2/partner/order/create',
    caller: 'partner',
    summary: "Creates an order on behalf of the partner's client",
    body: CreateOrder,
    answer: z.union([CreatedOrder, CreatedWithdrawal]),
    refusals: [
      ...pricing,
      'floating_needs_payin',
      'field_requires',
      'address_required',
      'address_invalid',
      'address_forbidden',
      'client_unknown',
      'balance_insufficient',
      'withdrawals_open',
      'withdrawals_locked',
      'coupon_invalid',
      'purchase_not_covered',
      'country_forbidden',
      'card_country_forbidden',
      'partner_order_id_taken',
    ],
    idempotent: true,
  }),
  orderList: route({
    method: 'GET',
    path: '/api/v2/partner/order/list',
    caller: 'partner',
    summary: 'Your orders, newest first or by their last change, with their data where you ask for it',
    query: PartnerOrderListQuery,
    answer: PartnerOrderList,
    refusals: ['fields_incompatible', 'client_unknown'],
  }),
  orderReport: route({
    method: 'GET',
    path: '/api/v2/partner/report/orders',
    caller: 'partner',
    summary: 'Your orders with amounts, fees and times, to reconcile: CSV, or JSON lines',
    query: OrderReportQuery,
    answer: OrderReportRow,
    isRows: true,
    refusals: ['client_unknown'],
  }),
  verificationUrl: route({
    method: 'GET',
    path: '/api/v2/partner/order/verification_url',
    caller: 'partner',
    summary: 'The page where the client of an order completes the verification that its limit requires',
    query: z.strictObject({ partner_order_id: PartnerId }),
    answer: VerificationUrl,
    refusals: ['order_unknown', 'order_state'],
  }),
  confirmOrder: route({
    method: 'POST',
    path: '/api/v2/partner/order/confirm',
    caller: 'partner',
    summary: 'Confirms a withdrawal of one of your clients with its code',
    body: ConfirmWithdrawal,
    answer: ConfirmedOrder,
    refusals: [
      'order_unknown',
      'order_state',
      'code_invalid',
      'withdrawals_locked',
      'quote_expired',
      'amount_out_of_bounds',
      'rate_unavailable',
    ],
  }),
  events: route({
    method: 'GET',
    path: '/api/v2/partner/events',
    caller: 'partner',
    summary: 'Your callbacks of the last 31 days, oldest first, for a receiver that was unavailable',
    query: EventFeedQuery,
    answer: EventFeed,
    refusals: [],
  }),
  balances: route({
    method: 'GET',
    path: '/api/v2/partner/balance',
    caller: 'partner',
    summary: 'The partner’s balances with the exchange, in every currency it has ever had',
    answer: z.array(BalanceEntry),
    refusals: [],
  }),
  balance: route({
    method: 'GET',
    path: '/api/v2/partner/balance/{currency}',
    caller: 'partner',
    summary: 'The partner’s balance with the exchange in one currency',
    params: z.object({ currency: CurrencyCode }),
    answer: BalanceEntry,
    refusals: ['unknown_currency'],
  }),
  order: route({
    method: 'GET',
    path: '/api/v2/partner/order/{partner_order_id}',
    caller: 'partner',
    summary: 'One order, with its status log',
    params: z.object({ partner_order_id: PartnerId }),
    answer: OrderData,
    refusals: ['order_unknown'],
  }),
} as const
