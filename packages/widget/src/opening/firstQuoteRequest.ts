import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { quoteRequestOf, startingChoice, type QuoteRequest } from '../Choice.ts'
import { hasOrder } from '../steps.ts'

/** The quote that the first screen requests; null where it shows none. */
export function firstQuoteRequest(view: WidgetView): QuoteRequest | null {
  if (view.kind !== 'request' || view.state === 'expired' || hasOrder(view)) return null
  return quoteRequestOf(startingChoice(view))
}
