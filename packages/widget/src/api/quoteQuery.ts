import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { keepPreviousData, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { QuoteRequest } from '../Choice.ts'
import { pause } from '../pause.ts'
import type { Call } from './call.ts'
import { failureOf } from './Failure.ts'
import { openingRoutes as routes } from './openingRoutes.ts'
import type { ServerClock } from './ServerClock.ts'

/** How long the buyer has to stop typing before a price is requested. */
const restMs = 300
/** A new price is fetched this long before the old one expires. */
const refreshBeforeMs = 4_000
const retryMs = 5_000

/**
 * The quote for a request that changes while the buyer types. The first one is fetched at once, and others when the
 * buyer stops typing. A fetch is aborted when the request changes. The quote is quietly renewed while the page is
 * visible; a stale one is renewed at once when the page becomes visible. A discount and a limit belong to the buyer, so
 * another buyer, or one who becomes known, is another request.
 */
export function quoteQuery(
  { call, clock, view }: { call: Call; clock: ServerClock; view: Pick<WidgetView, 'buyer'> },
  request: QuoteRequest | null,
  waitMs: number = restMs,
) {
  return queryOptions({
    queryKey: keyOf(request, view.buyer?.email ?? null),
    queryFn:
      request === null
        ? skipToken
        : async ({ signal }) => {
            if (waitMs > 0) await pause(waitMs, signal)
            return priced(clock, await call(routes.quote, request, signal))
          },
    retry: (_, thrown) => failureOf(thrown).passing,
    retryDelay: retryMs,
    staleTime: ({ state }) => state.data?.renewInMs ?? 0,
    refetchInterval: ({ state }) => (state.error === null && state.data?.renewInMs) || false,
    // Only the screen that shows a price stores it.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Uses a price that was sent with the page, for an unknown buyer. */
export function keepQuote(
  { queries, clock }: { queries: QueryClient; clock: ServerClock },
  request: QuoteRequest | null,
  quote: WidgetQuote,
): void {
  queries.setQueryData(keyOf(request, null), priced(clock, quote))
}

function keyOf(request: QuoteRequest | null, email: string | null) {
  return ['quote', request, email]
}

function priced(clock: ServerClock, quote: WidgetQuote) {
  const leftMs = Date.parse(quote.expires_at) - clock.nowMs()
  return { quote, renewInMs: Math.max(1_000, leftMs - refreshBeforeMs) }
}
