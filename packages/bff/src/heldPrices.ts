import type { Prices, RateSource } from '@cambio/exchange/ports/RateSource.ts'
import type { Clock } from '@cambio/server/Clock.ts'

/** Within this time nobody asks the source again, milliseconds. Prices keep the time at which they were true. */
const HOLD_MS = 1_000

/** A source that is asked once a second at most, however many quotes are asked for. */
export function heldPrices(source: RateSource, { clock }: { clock: Clock }): RateSource {
  let held: { readonly prices: Promise<Prices>; readonly until: number } | undefined
  return {
    prices() {
      const now = clock.now().getTime()
      if (held && now < held.until) return held.prices
      const prices = source.prices()
      held = { prices, until: now + HOLD_MS }
      prices.catch(() => (held = undefined))
      return prices
    },
  }
}
