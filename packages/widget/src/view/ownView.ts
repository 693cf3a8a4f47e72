import type { WidgetOrder } from '@cambio/wire/widget/Widget.ts'
import { balanceView } from './balanceView.ts'
import { bankView } from './bankView.ts'
import { coinsView } from './coinsView.ts'
import type { StatusView } from './StatusView.ts'

/** What is said of the ways by which an order's money comes and goes, other than by card and to a wallet. */
export function ownView(order: WidgetOrder): StatusView | null {
  return coinsView(order) ?? bankView(order) ?? balanceView(order)
}
