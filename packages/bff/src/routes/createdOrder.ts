import { datetime } from '@cambio/exchange/order/time.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { CreatedOrder } from '@cambio/wire/Order.ts'
import { pages } from '@cambio/wire/pages.ts'

/** The answer to a create: the only time that the order's page is named with its secret. */
export function createdOrder(
  baseUrl: string,
  { order, secret }: { readonly order: Order; readonly secret: string },
): CreatedOrder {
  const { quote } = order
  return {
    client_order_id: order.id,
    partner_order_id: order.partnerOrderId,
    created_at: datetime(order.createdAt),
    crypto_address: null,
    crypto_delay: null,
    dst_address: order.destination.address,
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
