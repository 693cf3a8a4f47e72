import type { Order } from '@cambio/exchange/order/Order.ts'
import { MOST_WRONG_CODES, type BalancePayin } from '@cambio/exchange/payin/balance/machine/BalancePayin.ts'
import { pages } from '@cambio/wire/http/pages.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { Exchange } from '../../program/Exchange.ts'

/** The view of a withdrawal that waits for its code. */
export function withdrawalView(
  { mode, baseUrl }: Exchange,
  { status }: Order,
  { wrongCodes }: BalancePayin,
): WidgetOrder['withdrawal'] {
  if (status !== 'confirmation_pending') return null
  return {
    tries_left: MOST_WRONG_CODES - wrongCodes,
    outbox_url: mode === 'sandbox' ? baseUrl + pages.outbox : null,
  }
}
