import { chart } from '@cambio/exchange/books/chart.ts'
import { startVerification } from '@cambio/exchange/limit/startVerification.ts'
import { orderData } from '@cambio/exchange/order/data/orderData.ts'
import { datetime } from '@cambio/exchange/order/time.ts'
import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import { confirmWithdrawal } from '@cambio/exchange/payin/balance/confirmWithdrawal.ts'
import type { Withdrawal } from '@cambio/exchange/payin/balance/WithdrawalStore.ts'
import { placeForPartner } from '@cambio/exchange/place/placeForPartner.ts'
import { discountFor } from '@cambio/exchange/price/discount.ts'
import { openRequest } from '@cambio/exchange/request/openRequest.ts'
import { stateOf, type WidgetRequest } from '@cambio/exchange/request/WidgetRequest.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { fieldRefusal, Refusal } from '@cambio/wire/http/Problem.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import { afterAsking } from '../../http/afterAsking.ts'
import type { Handlers } from '../../http/Handler.ts'
import { orderUrlAt } from '../../pages/orderUrlAt.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { orderKeyOf } from '../../store/order/orderKey.ts'
import type { Stores } from '../../store/stores.ts'
import { listBalances, oneBalance } from '../balances.ts'
import { clientLimits } from '../clientLimits.ts'
import { confirmedOrder, createdOrder } from '../createdOrder.ts'
import { healthHandler } from '../healthHandler.ts'
import { offerHandlers } from '../page/reference.ts'
import { withOutsideAnswers } from '../withOutsideAnswers.ts'
import { boundedFee } from './boundedFee.ts'
import { eventsHandler } from './events.ts'
import { orderReportHandler } from './orderReport.ts'
import { partnerOrderListHandler } from './partnerOrderList.ts'
import { requirementsHandler } from './requirements.ts'

const OVER_EVERY_LEVEL =
  'The order received more than any verification allows. Its money is refunded after seven days; ask the operator for a higher limit'

/** The routes of a partner's server. */
export function partnerRoutes(exchange: Exchange): Handlers['partner'] {
  const { catalogue, rates, mode, random, cell, clock, deposits, payout, oracles, requestLifeMs } = exchange
  const now = () => clock.now()
  const orderUrl = (orderId: string) =>
    orderUrlAt(exchange.baseUrl, orderId, orderKeyOf(exchange.keys, orderId))
  const deps = {
    catalogue,
    rates,
    mode,
    random,
    cell,
    deposits,
    payout,
    oracles,
    requestLifeMs,
    orderUrl,
    now,
  }
  const requestData = (request: WidgetRequest) => ({
    request_id: request.id,
    url: `${exchange.baseUrl}/w/${request.id}`,
    state: stateOf(request, now()),
    expires_at: datetime(request.expiresAt),
    client_order_id: request.orderId,
    ...withMetadata(request.fields.metadata),
  })
  return {
    healthcheck: healthHandler(exchange),
    ...offerHandlers(exchange, contract.partner.tickers.path),
    createRequest: afterAsking(
      ({ body }) => withOutsideAnswers(deps, body.dst_address),
      async ({ partner, body, stores }, outside) => {
        const request = await openRequest({ ...deps, ...outside, ...stores }, { partner, fields: body })
        return { request_id: request.id }
      },
    ),
    async request({ partner, params, stores }) {
      return requestData(await requestOf(stores, partner, params))
    },
    async cancelRequest({ partner, params, stores }) {
      const { id } = await requestOf(stores, partner, params)
      await stores.requests.cancel(id, now())
      const request = await requestOf(stores, partner, params)
      if (request.orderId === null) return requestData(request)
      const { orderId } = request
      throw new Refusal('request_used', `This request has the order ${orderId}; nothing was canceled`, {
        extra: { client_order_id: orderId },
      })
    },
    async fee({ partner, body, stores }) {
      const { client_external_id: externalId, free_first: freeFirst = true, ...terms } = body
      if (externalId === undefined) return (await boundedFee(exchange, { partner, terms })).answer
      const account = await stores.accounts.findByExternalId(partner.id, externalId)
      if (!account) throw fieldRefusal('client_unknown', ['client_external_id'], 'You have no such client')
      const { client } = account
      const whose = { partner, clientId: client.id, coupon: undefined, freeFirst }
      const discount = await discountFor({ ...deps, ...stores }, whose)
      const { answer, ...at } = await boundedFee(exchange, { partner, terms, discount })
      return { ...answer, limits: await clientLimits(exchange, stores, { client, ...at }) }
    },
    requirements: requirementsHandler(exchange),
    createOrder: afterAsking(
      ({ body }) => withOutsideAnswers(deps, body.dst_address),
      async ({ partner, body, stores }, outside) => {
        const placed = await placeForPartner({ ...deps, ...outside, ...stores }, { partner, terms: body })
        return createdOrder(exchange.baseUrl, placed)
      },
    ),
    orderList: partnerOrderListHandler(exchange),
    orderReport: orderReportHandler(exchange),
    async verificationUrl({ partner, query, stores }) {
      const order = await stores.orders.findByPartnerOrderId(partner.id, query.partner_order_id)
      if (!order) throw new Refusal('order_unknown')
      const url = order.status === 'pending' && order.limit?.verificationUrl
      if (url === null) throw new Refusal('order_state', OVER_EVERY_LEVEL)
      if (url) return { verification_url: url }
      const client = order.clientId === null ? undefined : await stores.clients.find(order.clientId)
      if (!client) throw new Refusal('order_state', 'The order has no client yet who could be verified')
      return { verification_url: await startVerification(exchange, client) }
    },
    async confirmOrder({ partner, body, stores }) {
      const isTheirs = (withdrawal: Withdrawal) => withdrawal.partnerId === partner.id
      return confirmedOrder(await confirmWithdrawal({ ...deps, ...stores }, { ...body, isTheirs }))
    },
    events: eventsHandler(exchange),
    balances: ({ partner, stores }) => listBalances(stores, chart.partnerBalance(partner.id)),
    balance: ({ partner, params, stores }) => oneBalance(stores, chart.partnerBalance(partner.id), params),
    async order({ partner, params, stores }) {
      const order = await stores.orders.findByPartnerOrderId(partner.id, params.partner_order_id)
      if (!order) throw new Refusal('order_unknown')
      return orderData(order, exchange.clock.now())
    },
  }
}

/** @throws Refusal request_unknown */
async function requestOf(
  { requests }: Pick<Stores, 'requests'>,
  partner: Partner,
  { partner_order_id: partnerOrderId }: { readonly partner_order_id: string },
): Promise<WidgetRequest> {
  const request = await requests.findNewest(partner.id, partnerOrderId)
  if (request) return request
  throw new Refusal('request_unknown', 'You have opened no widget request of this partner_order_id')
}
