import { openRequest } from '@cambio/exchange/request/openRequest.ts'
import { orderData } from '@cambio/exchange/order/orderData.ts'
import { placeForPartner } from '@cambio/exchange/place/placeForPartner.ts'
import { datetime } from '@cambio/exchange/order/time.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { CreatedOrder } from '@cambio/wire/Order.ts'
import { pages } from '@cambio/wire/pages.ts'
import { Refusal } from '@cambio/wire/Problem.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Handlers } from '../http/Handler.ts'
import { boundedFeeHandler } from './boundedFee.ts'
import { healthHandler } from './health.ts'
import { offerHandlers } from './reference.ts'

/** What a partner's server asks for. */
export function partnerRoutes(exchange: Exchange): Handlers['partner'] {
  const { catalogue, rates, mode, random, clock, requestLifeMs } = exchange
  const deps = { catalogue, rates, mode, random, requestLifeMs, now: () => clock.now() }
  return {
    healthcheck: healthHandler(exchange),
    ...offerHandlers(exchange),
    async createRequest({ partner, body, stores }) {
      const request = await openRequest({ ...deps, ...stores }, { partner, fields: body })
      return { request_id: request.id }
    },
    fee: boundedFeeHandler(exchange),
    async createOrder({ partner, body, stores }) {
      const { order, secret } = await placeForPartner({ ...deps, ...stores }, { partner, asked: body })
      return createdOrder(exchange.baseUrl, order, secret)
    },
    async order({ partner, params, stores }) {
      const order = await stores.orders.findByPartnerOrderId(partner.id, params.partner_order_id)
      if (!order) throw new Refusal('order_unknown')
      return orderData(order)
    },
  }
}

/** The answer to a create: the only time that the order's page is named with its secret. */
function createdOrder(baseUrl: string, order: Order, secret: string): CreatedOrder {
  const { quote } = order
  return {
    client_order_id: order.id,
    partner_order_id: order.partnerOrderId,
    created_at: datetime(order.createdAt),
    crypto_address: null,
    crypto_delay: null,
    dst_address: order.destination?.address ?? null,
    payin_amount: Money.format(quote.payin),
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payin_txid: null,
    payout_amount: Money.format(quote.payout),
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
    redirect: `${baseUrl}${pages.order.replace('{client_order_id}', order.id)}?k=${secret}`,
    status: order.status,
    success: 1,
  }
}
