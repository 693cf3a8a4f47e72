import type { WidgetView } from '@cambio/wire/widget/Widget.ts'
import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query'
import type { QuoteRequest } from '../Choice.ts'
import { pause } from '../pause.ts'
import type { Call } from './call.ts'
import { failureOf } from './Failure.ts'
import { openingRoutes as routes } from './openingRoutes.ts'
import type { ServerClock } from './ServerClock.ts'

const debounceMs = 300
/** A new price is fetched this long before the old one runs out. */
const refreshBeforeMs = 4_000
const retryMs = 5_000

/**
 * The quote for a request that changes while the buyer types: fetched once they rest, aborted when the request changes,
 * and quietly renewed while the page is in sight. When the page comes back in sight, a stale quote is renewed at once. A
 * discount and a limit are the buyer's own, so that another buyer, or one who becomes known, is another request.
 */
export function quoteQuery(
  { call, clock, view }: { call: Call; clock: ServerClock; view: Pick<WidgetView, 'buyer'> },
  request: QuoteRequest | null,
) {
  return queryOptions({
    queryKey: ['quote', request, view.buyer?.email ?? null],
    queryFn:
      request === null
        ? skipToken
        : async ({ signal }) => {
            await pause(debounceMs, signal)
            const quote = await call(routes.quote, request, signal)
            const leftMs = Date.parse(quote.expires_at) - clock.nowMs()
            return { quote, renewInMs: Math.max(1_000, leftMs - refreshBeforeMs) }
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
