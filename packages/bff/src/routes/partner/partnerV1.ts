import { orderDataV1 } from '@cambio/exchange/order/data/orderDataV1.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Handlers } from '../../http/Handler.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { healthHandler } from '../healthHandler.ts'
import { offerHandlersV1 } from '../page/reference.ts'
import { boundedFee } from './boundedFee.ts'
import { orderListV1Handler } from './orderList.ts'

/** The routes of a partner's server in version 1. */
export function partnerV1Routes(exchange: Exchange): Handlers['partnerV1'] {
  return {
    healthcheck: healthHandler(exchange),
    ...offerHandlersV1(exchange, contract.partnerV1.tickers.path),
    async fee({ partner, body }) {
      const { answer } = await boundedFee(exchange, { partner, terms: body })
      const { payin_group: _payin, payout_group: _payout, ...priced } = answer
      return priced
    },
    orderList: orderListV1Handler(exchange),
    async order({ partner, body, stores }) {
      const order = await stores.orders.findByPartnerOrderId(partner.id, body.partner_order_id)
      if (!order) throw new Refusal('order_unknown')
      return orderDataV1(order)
    },
  }
}
