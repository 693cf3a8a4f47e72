import type { TypicalSeconds } from '@cambio/wire/widget/Widget.ts'
import type { Exchange } from '../program/Exchange.ts'
import { typicalSeconds, type Way } from '../store/order/typicalSeconds.ts'

/** How long orders of a way usually take. */
export type TypicalSecondsOf = (way: Way) => Promise<TypicalSeconds>

/** How long a measurement is cached, milliseconds. */
const CACHE_MS = 5 * 60_000
/** How long it is cached that a way has too few orders, milliseconds. */
const CACHE_UNKNOWN_MS = 5_000
/** The age of the oldest orders that are measured, milliseconds. */
const SPAN_MS = 30 * 24 * 60 * 60_000

type Cached = { readonly seconds: Promise<TypicalSeconds>; readonly since: number; cacheMs: number }

/** Measures each way at most once in five minutes, however many buyers look at their orders. */
export function cachedTypicalSeconds({
  database,
  clock,
}: Pick<Exchange, 'database' | 'clock'>): TypicalSecondsOf {
  const cachedByWay = new Map<string, Cached>()

  function measure(way: Way, key: string, now: number): Cached {
    const seconds = typicalSeconds(database.query, way, new Date(now - SPAN_MS))
    const cached: Cached = { seconds, since: now, cacheMs: CACHE_MS }
    cachedByWay.set(key, cached)
    seconds.then(
      ({ payout }) => {
        if (payout === null) cached.cacheMs = CACHE_UNKNOWN_MS
      },
      () => cachedByWay.delete(key),
    )
    return cached
  }

  return (way) => {
    const key = `${way.payin_group} ${way.payout_group} ${way.payout_currency}`
    const now = clock.now().getTime()
    const cached = cachedByWay.get(key)
    // Either way: a clock that is set back must not hold it until it is where it was.
    const isFresh = cached && Math.abs(now - cached.since) < cached.cacheMs
    return (isFresh ? cached : measure(way, key, now)).seconds
  }
}
