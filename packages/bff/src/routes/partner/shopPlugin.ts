import { placePurchase, purchaseWay } from '@cambio/exchange/place/placePurchase.ts'
import { PurchaseCurrency } from '@cambio/wire/order/Order.ts'
import type { Handlers } from '../../http/Handler.ts'
import { orderUrlAt } from '../../pages/orderUrlAt.ts'
import type { Exchange } from '../../program/Exchange.ts'
import { orderKeyOf } from '../../store/order/orderKey.ts'

/** The routes that plugins of shop systems call. */
export function shopPluginRoutes(exchange: Exchange): Handlers['shopPlugin'] {
  const { catalogue, rates, clock, baseUrl, keys } = exchange
  const orderUrl = (orderId: string) => orderUrlAt(baseUrl, orderId, orderKeyOf(keys, orderId))
  const deps = { ...exchange, orderUrl, now: () => clock.now() }
  return {
    async isAvailable() {
      const { tariff } = catalogue.now()
      const prices = await rates.prices()
      const ways = PurchaseCurrency.options.map((currency) => purchaseWay(tariff, prices, currency))
      return { is_available: ways.some((way) => way !== undefined) }
    },
    async purchaseUrl({ partner, body, clientIp, stores }) {
      const order = await placePurchase({ ...deps, ...stores }, { partner, body, clientIp })
      return { success: 1, partner_order_id: order.partnerOrderId, url: orderUrl(order.id) }
    },
  }
}
