import type { Order } from '@cambio/exchange/order/Order.ts'
import type { Payin } from '@cambio/exchange/payin/Payin.ts'
import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import type { Exchange } from '../program/Exchange.ts'
import { withdrawalView } from './balance/withdrawalView.ts'
import { cardView } from './card/cardView.ts'
import { depositView } from './deposit/depositView.ts'
import { transferView } from './transfer/transferView.ts'

/** The part of an order's view that shows its buyer how it is paid. */
export type PayinView = Pick<
  WidgetOrder,
  'attempt' | 'tries' | 'attempts_left' | 'transfer' | 'deposit' | 'withdrawal'
>

type View<P extends Payin> = (
  exchange: Exchange,
  order: Order,
  payin: P,
) => Partial<PayinView> | Promise<Partial<PayinView>>

/** One entry for each way to pay in. */
const views: { readonly [Kind in Payin['is']]: View<Extract<Payin, { is: Kind }>> } = {
  card: cardView,
  transfer: (...given) => ({ transfer: transferView(...given) }),
  deposit: async (...given) => ({ deposit: await depositView(...given) }),
  balance: (...given) => ({ withdrawal: withdrawalView(...given) }),
}

const NOTHING: PayinView = {
  attempt: null,
  tries: [],
  attempts_left: 0,
  transfer: null,
  deposit: null,
  withdrawal: null,
}

/** How an order is paid, as its buyer sees it. */
export async function payinView(exchange: Exchange, order: Order): Promise<PayinView> {
  const view = views[order.payin.is] as View<Payin>
  return { ...NOTHING, ...(await view(exchange, order, order.payin)) }
}
