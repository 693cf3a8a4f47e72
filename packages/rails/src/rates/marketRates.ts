import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { Log } from '@cambio/server/log.ts'
import { Unanswered } from '../call.ts'
import { judge, type Judgement } from './judge.ts'
import type { Market, Quoted } from './Market.ts'

/** Prices of real markets. */
export type MarketRates = RateSource & {
  /** The last price of every source for every currency, and whether it counts: for the operator. */
  judgements(): Promise<ReadonlyMap<string, Judgement>>
}

/** The shortest time between two requests to a market, milliseconds. */
export const ASK_EVERY_MS = 3_000
/** How long a market may take, milliseconds. A buyer who needs prices waits less than two seconds. */
const TIME_LIMIT_MS = 1_500
/** While this many markets answered within this time, callers do not wait for another answer. */
const ENOUGH_MARKETS = 2
const RECENT_MS = 10_000

const AWAY =
  'a market tells no prices; what fewer than two tell is not sold until it is back: “cambio rates” shows who tells what'

/** The last answer of one market. Empty before the first. */
type MarketState = {
  readonly market: Market
  quotes: readonly Quoted[]
  requestedAt: number
  answeredAt: number
  /** Since when it has given no prices. Undefined while it gives prices. */
  awaySince: number | undefined
  answer: Promise<void>
}

/**
 * Asks several markets and takes the median of their prices, currency by currency. A currency whose prices are missing,
 * stale or apart has no price. A market is asked when a caller needs prices and its last request is three seconds old.
 * @param input.markets at least two, or there is never a price
 */
export function marketRates(
  { clock, log }: { readonly clock: { now(): Date }; readonly log: Log },
  input: { readonly markets: readonly Market[]; readonly timeLimitMs?: number },
): MarketRates {
  const { markets, timeLimitMs = TIME_LIMIT_MS } = input
  const all = markets.map((market): MarketState => {
    return {
      market,
      quotes: [],
      requestedAt: -Infinity,
      answeredAt: -Infinity,
      awaySince: undefined,
      answer: Promise.resolve(),
    }
  })

  async function refresh(state: MarketState, now: number): Promise<void> {
    state.requestedAt = now
    try {
      state.quotes = await state.market.quotes(AbortSignal.timeout(timeLimitMs))
      state.answeredAt = now
      tellBack(state, now)
    } catch (error) {
      tellAway(state, now, error)
    }
  }

  /** Warns the operator once. The warning about an unexpected error says where it happened. */
  function tellAway(state: MarketState, now: number, error: unknown): void {
    if (state.awaySince !== undefined) return
    state.awaySince = now
    const rail = state.market.name
    if (error instanceof Unanswered) log.warn(AWAY, { rail, reason: error.message })
    else log.error(AWAY, { rail, error })
  }

  function tellBack(state: MarketState, now: number): void {
    if (state.awaySince === undefined) return
    const durationMs = apart(now, state.awaySince)
    state.awaySince = undefined
    log.warn('a market has prices again', { rail: state.market.name, durationMs })
  }

  async function judgements(): Promise<ReadonlyMap<string, Judgement>> {
    const now = clock.now().getTime()
    for (const state of all)
      if (apart(now, state.requestedAt) >= ASK_EVERY_MS) state.answer = refresh(state, now)
    const recent = all.filter(({ answeredAt }) => apart(now, answeredAt) <= RECENT_MS)
    if (recent.length < ENOUGH_MARKETS) await Promise.all(all.map(({ answer }) => answer))
    const prices = all.flatMap(({ market, quotes }) =>
      quotes.map((each) => ({ ...each, source: market.name })),
    )
    const at = clock.now()
    const byCode = Map.groupBy(prices, ({ code }) => code)
    return new Map([...byCode].map(([code, ofCode]) => [code, judge(ofCode, at)]))
  }

  return {
    judgements,
    async prices() {
      const judged = await judgements()
      const eur = new Map([['EUR', 10n ** 18n]])
      for (const [code, { eur: price }] of judged) if (price !== undefined) eur.set(code, price)
      return { at: clock.now(), eur }
    },
  }
}

/**
 * How far two times are from each other, in either direction: a clock that is set back must not make an old answer new.
 */
function apart(one: number, other: number): number {
  return Math.abs(one - other)
}
