import type { WidgetQuote } from '@cambio/wire/order/Quote.ts'
import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { keepPreviousData, queryOptions, skipToken, type QueryClient } from '@tanstack/react-query'
import type { QuoteRequest } from '../Choice.ts'
import { pause } from '../pause.ts'
import type { Call } from './call.ts'
import { failureOf } from './Failure.ts'
import { openingRoutes as routes } from './openingRoutes.ts'
import type { ServerClock } from './ServerClock.ts'

/** How long a buyer who types rests before a price is asked for. */
const restMs = 300
/** A new price is fetched this long before the old one runs out. */
const refreshBeforeMs = 4_000
const retryMs = 5_000

/**
 * The quote for a request that changes while the buyer types: the first one is fetched at once and another once they
 * rest; it is aborted when the request changes, and quietly renewed while the page is in sight. When the page comes back in sight, a stale quote is renewed at once. A
 * discount and a limit are the buyer's own, so that another buyer, or one who becomes known, is another request.
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
    // Only the screen that shows a price remembers it.
    gcTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Takes a price that was sent without being asked for, for a buyer who is not known. */
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
