import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { Log } from '@cambio/server/log.ts'
import { Unanswered } from '../call.ts'
import { judge, type Judgement } from './judge.ts'
import type { Market, Quoted } from './Market.ts'

/** Prices of real markets. */
export type MarketRates = RateSource & {
  /** What every source last said of every currency, and whether it counts: for the operator. */
  judgements(): Promise<ReadonlyMap<string, Judgement>>
}

/** No market is asked more often, milliseconds. */
export const ASK_EVERY_MS = 3_000
/** How long a market may take, milliseconds. A buyer who needs prices waits less than two seconds. */
const TIME_LIMIT_MS = 1_500
/** While this many markets gave their prices within this time, nobody waits for another answer. */
const ENOUGH_MARKETS = 2
const RECENT_MS = 10_000

const AWAY =
  'a market tells no prices; what fewer than two tell is not sold until it is back: “cambio rates” shows who tells what'

/** What one market last said. Empty until it said something. */
type MarketState = {
  readonly market: Market
  quotes: readonly Quoted[]
  requestedAt: number
  answeredAt: number
  /** Since when it tells nothing; undefined while it tells prices. */
  awaySince: number | undefined
  answer: Promise<void>
}

/**
 * Asks several markets and takes the median of what they say, currency by currency: where they are silent, stale or
 * apart, that currency alone has no price. A market is asked when somebody wants prices and the last question is three
 * seconds old.
 * @param input.markets two at least, or there is never a price
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

  /** The operator is warned once. The warning of an unforeseen error says where it happened. */
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

/** How far two times are from each other, either way: a clock that is set back must not make an old answer a new one. */
function apart(one: number, other: number): number {
  return Math.abs(one - other)
}
