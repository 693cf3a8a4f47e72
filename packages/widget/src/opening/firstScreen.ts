import type { FirstScreen } from '@cambio/wire/widget/Opening.ts'
import { drawFirstScreen } from './drawFirstScreen.tsx'
import { firstQuoteRequest } from './firstQuoteRequest.ts'

/** What the exchange runs of this widget; `vite.server.config.ts` builds it. */
export const firstScreen: FirstScreen = {
  quoteRequestOf: firstQuoteRequest,
  draw: drawFirstScreen,
}
