import type { FirstScreen } from '@cambio/wire/widget/Opening.ts'
import { drawFirstScreen } from './drawFirstScreen.tsx'
import { firstQuoteRequest } from './firstQuoteRequest.ts'

/** The part of this widget that runs in the exchange; `vite.server.config.ts` builds it. */
export const firstScreen: FirstScreen = {
  quoteRequestOf: firstQuoteRequest,
  draw: drawFirstScreen,
}
