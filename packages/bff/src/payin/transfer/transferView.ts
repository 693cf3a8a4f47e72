import type { Order } from '@cambio/exchange/order/Order.ts'
import type { TransferPayin } from '@cambio/exchange/payin/transfer/machine/TransferPayin.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { Exchange } from '../../program/Exchange.ts'

/** The details of the bank transfer that the buyer orders, until money is received. */
export function transferView(
  exchange: Exchange,
  { id, status }: Order,
  { transfers }: TransferPayin,
): WidgetOrder['transfer'] {
  if (transfers.length > 0 || (status !== 'payin_pending' && status !== 'processing')) return null
  return { ...exchange.transfer.account, reference: id, test_bank_url: testBankUrl(exchange, id) }
}

/** In a sandbox, the page that stands in for the buyer's bank. */
function testBankUrl({ mode, baseUrl }: Exchange, orderId: string): string | null {
  if (mode !== 'sandbox') return null
  return `${baseUrl}${pages.sandboxBank}?${new URLSearchParams({ order: orderId }).toString()}`
}
