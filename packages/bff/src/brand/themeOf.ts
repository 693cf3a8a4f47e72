import type { Partner } from '@cambio/exchange/partner/Partner.ts'
import type { WidgetRequest } from '@cambio/exchange/request/WidgetRequest.ts'
import type { Theme } from '@cambio/wire/theme/Theme.ts'
import { themeOver } from '@cambio/wire/theme/themeOver.ts'
import type { Opened } from '../authenticate/entry.ts'
import type { Stores } from '../store/stores.ts'

/** The theme of what was opened: an order keeps the theme of the widget that it was placed in. */
export async function themeOf(
  { requests }: { readonly requests: Pick<Stores['requests'], 'find'> },
  { kind, partner, request, order }: Opened,
): Promise<Theme | null> {
  if (kind === 'request') return themeOfRequest(partner, request)
  return themeOfRequest(partner, order.requestId === null ? null : await requests.find(order.requestId))
}

function themeOfRequest({ brand }: Partner, request: WidgetRequest | null | undefined): Theme | null {
  const own = request?.fields.theme ?? null
  return brand.theme === null && own === null ? null : themeOver(brand.theme, own)
}
