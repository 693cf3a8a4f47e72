import { cryptoData } from '@cambio/exchange/order/data/cryptoData.ts'
import { addressOf } from '@cambio/exchange/order/data/orderData.ts'
import { partnerStatus } from '@cambio/exchange/order/data/partnerStatus.ts'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { datetime, unixText } from '@cambio/exchange/order/time.ts'
import type { Placed } from '@cambio/exchange/place/place.ts'
import * as Money from '@cambio/wire/Money.ts'
import type { ConfirmedOrder, CreatedOrder, CreatedWithdrawal } from '@cambio/wire/order/Order.ts'
import { withMetadata } from '@cambio/wire/partner/Metadata.ts'
import { orderUrlAt } from '../pages/orderUrlAt.ts'

/** The answer to a create: the only one that contains the secret of the order's page. */
export function createdOrder(
  baseUrl: string,
  { order, secret, uuid }: Placed,
): CreatedOrder | CreatedWithdrawal {
  if (uuid !== null) return createdWithdrawal(order, uuid)
  return {
    ...confirmedOrder(order),
    // An order that waits for its client already says so by the callback that follows.
    status: partnerStatus(order, order.status === 'pending' ? 'processing' : order.status),
    redirect: orderUrlAt(baseUrl, order.id, secret),
  }
}

/** The answer for an order without a page, such as a confirmed withdrawal. */
export function confirmedOrder(order: Order): ConfirmedOrder {
  const { quote } = order
  const { crypto_address, crypto_delay } = cryptoData(order, order.createdAt)
  return {
    client_order_id: order.id,
    partner_order_id: order.partnerOrderId,
    created_at: datetime(order.createdAt),
    crypto_address,
    crypto_delay,
    dst_address: addressOf(order),
    payin_amount: Money.format(quote.payin),
    payin_currency: quote.payin.currency,
    payin_group: quote.payinGroup,
    payin_txid: null,
    payout_amount: Money.format(quote.payout),
    payout_currency: quote.payout.currency,
    payout_group: quote.payoutGroup,
    status: partnerStatus(order, order.status),
    success: 1,
    ...withMetadata(order.metadata),
  }
}

/** A withdrawal, whose order waits for the code. */
function createdWithdrawal({ id, expiresAt, metadata }: Order, uuid: string): CreatedWithdrawal {
  if (expiresAt === null) throw new Error(`The withdrawal ${id} has no end`)
  return {
    client_order_id: id,
    uuid,
    expiration_time_sec: unixText(expiresAt),
    ...withMetadata(metadata),
  }
}
