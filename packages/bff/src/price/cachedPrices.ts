import type { Prices, RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'

/** How long prices are cached, milliseconds. They keep the time at which they were valid. */
const CACHE_MS = 1_000
/** How long the source may take, milliseconds. */
const TIME_LIMIT_MS = 2_000

/**
 * Reads a source of prices at most once a second, however many quotes are made. If it fails or takes too long, there
 * are no prices. @throws Refusal rate_unavailable
 */
export function cachedPrices(source: RateSource, { clock, log }: { clock: Clock; log: Log }): RateSource {
  let cached: { readonly prices: Promise<Prices>; readonly since: number } | undefined
  return {
    prices() {
      const now = clock.now().getTime()
      // In both directions: a clock that is set back must not keep old prices until it has caught up.
      if (cached && Math.abs(now - cached.since) < CACHE_MS) return cached.prices
      const prices = inTime(source).catch((error: unknown) => {
        cached = undefined
        log.error('there are no prices', { error })
        throw new Refusal('rate_unavailable')
      })
      cached = { prices, since: now }
      return prices
    },
  }
}

async function inTime(source: RateSource): Promise<Prices> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The rate source took too long')), TIME_LIMIT_MS)
  try {
    return await Promise.race([source.prices(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
