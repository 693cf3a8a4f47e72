import type { Opening } from '@cambio/wire/widget/Opening.ts'
import type { QueryClient } from '@tanstack/react-query'
import { keepQuote } from '../api/quoteQuery.ts'
import type { ServerClock } from '../api/ServerClock.ts'
import type { Views } from '../view/Views.ts'
import { firstQuoteRequest } from './firstQuoteRequest.ts'

/** Starts this page with the data in its HTML, as if it had been requested. @param ageMs how old the page is */
export function applyOpening(
  deps: { queries: QueryClient; views: Views; clock: ServerClock },
  { at, view, quote }: Pick<Opening, 'at' | 'view' | 'quote'>,
  ageMs: number,
): void {
  deps.clock.learn(new Date(Date.parse(at) + ageMs).toUTCString())
  deps.queries.setQueryData(deps.views.query.queryKey, view)
  if (quote) keepQuote(deps, firstQuoteRequest(view), quote)
}
