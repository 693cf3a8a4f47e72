import type { Client } from '@cambio/exchange/client/Client.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import type { Opened } from '../authenticate/entry.ts'
import type { Stores } from '../store/stores.ts'
import { widgetView, type Viewing } from './widgetView.ts'

/** The view for anyone who opens the widget. It marks a new request as opened. */
export async function openView(
  exchange: Viewing,
  stores: Pick<Stores, 'balances' | 'clients' | 'requests' | 'reviews'>,
  opened: Opened,
  buyer: Client | null,
): Promise<WidgetView> {
  const { request } = opened
  if (!request || request.openedAt !== null) return widgetView(exchange, stores, opened, buyer)
  const openedAt = exchange.clock.now()
  await stores.requests.markOpened(request.id, openedAt)
  return widgetView(exchange, stores, { ...opened, request: { ...request, openedAt } }, buyer)
}
