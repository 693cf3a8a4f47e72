import * as z from 'zod/mini'
import { ChangedPassword, ChangePassword } from '../Client.ts'
import { CurrencyCode } from '../http/field.ts'
import { route } from '../http/route.ts'
import { ClientOrderData, CreateClientOrder, CreatedClientOrder } from '../order/ClientOrder.ts'
import { ConfirmedClientOrder, ConfirmWithdrawal, CreatedWithdrawal } from '../order/Order.ts'
import { ClientOrderList, OrderListQuery } from '../order/OrderList.ts'
import { ClientFeeQuote, ClientFeeRequest } from '../order/Quote.ts'
import { BalanceEntry } from '../partner/Balance.ts'
import { EndedSession, OpenedSession, OpenSession } from '../Session.ts'
import { pricing } from './pricing.ts'

export const ClientOrderParams = z.object({ client_order_id: z.string().check(z.maxLength(64)) })

/** The client group, version 2: a partner's client, by a session of its own. */
export const client = {
  openSession: route({
    method: 'POST',
    path: '/api/v2/client/session',
    caller: 'anyone',
    summary: 'Exchanges the token of a login, which works once, for a session of 24 h',
    body: OpenSession,
    answer: OpenedSession,
    refusals: ['ts_invalid', 'partner_suspended', 'partner_moved'],
  }),
  endSession: route({
    method: 'DELETE',
    path: '/api/v2/client/session',
    caller: 'client',
    summary: 'Ends the session that the request uses',
    answer: EndedSession,
    refusals: [],
  }),
  changePassword: route({
    method: 'POST',
    path: '/api/v2/client/password',
    caller: 'client',
    summary:
      'Changes the client’s password, and ends all its sessions and login tokens, including this session',
    body: ChangePassword,
    answer: ChangedPassword,
    refusals: ['password_invalid', 'unavailable'],
  }),
  createOrder: route({
    method: 'POST',
    path: '/api/v2/client/order/create',
    caller: 'client',
    summary: 'Places an order for the client itself',
    body: CreateClientOrder,
    answer: z.union([CreatedClientOrder, CreatedWithdrawal]),
    refusals: [
      ...pricing,
      'address_required',
      'address_invalid',
      'address_forbidden',
      'balance_insufficient',
      'coupon_invalid',
      'country_forbidden',
      'card_country_forbidden',
      'too_many_unpaid_orders',
      'withdrawals_open',
      'withdrawals_locked',
    ],
    idempotent: true,
  }),
  orderList: route({
    method: 'GET',
    path: '/api/v2/client/order/list',
    caller: 'client',
    summary: 'The client’s orders, newest first',
    query: OrderListQuery,
    answer: ClientOrderList,
    refusals: ['fields_incompatible'],
  }),
  fee: route({
    method: 'POST',
    path: '/api/v2/client/order/fee',
    caller: 'client',
    summary: 'What a pair costs this client now, with bounds and its remaining limit',
    body: ClientFeeRequest,
    answer: ClientFeeQuote,
    refusals: pricing,
  }),
  order: route({
    method: 'GET',
    path: '/api/v2/client/order/{client_order_id}',
    caller: 'client',
    summary: 'One of the client’s orders, with its status log',
    params: ClientOrderParams,
    answer: ClientOrderData,
    refusals: ['order_unknown'],
  }),
  confirmOrder: route({
    method: 'POST',
    path: '/api/v2/client/order/confirm',
    caller: 'client',
    summary: 'Confirms one of the client’s withdrawals with its code',
    body: ConfirmWithdrawal,
    answer: ConfirmedClientOrder,
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
  balances: route({
    method: 'GET',
    path: '/api/v2/client/balance',
    caller: 'client',
    summary: 'The client’s balances with the exchange, in every currency it has ever had',
    answer: z.array(BalanceEntry),
    refusals: [],
  }),
  balance: route({
    method: 'GET',
    path: '/api/v2/client/balance/{currency}',
    caller: 'client',
    summary: 'The client’s balance with the exchange in one currency',
    params: z.object({ currency: CurrencyCode }),
    answer: BalanceEntry,
    refusals: ['unknown_currency'],
  }),
} as const
