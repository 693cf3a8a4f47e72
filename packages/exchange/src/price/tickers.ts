import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import type { Ticker } from '@cambio/wire/Ticker.ts'
import { pairs } from '../catalogue/offer.ts'
import { pairName, spreadOf, type Tariff } from '../catalogue/Tariff.ts'
import { priceOf } from './euro.ts'
import { freshPrices } from './freshPrices.ts'
import type { Prices, RateSource } from './RateSource.ts'

type Deps = { rates: RateSource; now: () => Date }

/** The rate of every pair that is offered now; a pair without a fresh price is omitted. */
export async function tickers(deps: Deps, tariff: Tariff): Promise<Ticker[]> {
  const prices = await undefinedWithoutPrice(() => freshPrices(deps, tariff))
  if (!prices) return []
  const cached = cache.get(tariff)
  if (cached?.prices === prices) return cached.tickers
  const priced = offeredPairs(tariff).map((pair) =>
    undefinedWithoutPrice(async () => tickerOfPair(tariff, prices, pair)),
  )
  const list = (await Promise.all(priced)).filter((ticker) => ticker !== undefined)
  cache.set(tariff, { prices, tickers: list })
  return list
}

/** The last list of each tariff, cached until the prices change, since many callers read it. */
const cache = new WeakMap<Tariff, { readonly prices: Prices; readonly tickers: Ticker[] }>()

/**
 * The rate of one pair.
 * @param asked.name `<BASE>-<QUOTE>`: the pay-out currency and the pay-in currency
 * @param asked.list where the caller finds the list of pairs
 * @throws Refusal unknown_ticker, rate_unavailable
 */
export async function tickerOf(
  deps: Deps,
  tariff: Tariff,
  { name, list }: { name: string; list: string },
): Promise<Ticker> {
  const pair = offeredPairs(tariff).find((offered) => pairName(offered.payin, offered.payout) === name)
  if (!pair) throw new Refusal('unknown_ticker', `There is no such pair: see ${list}`)
  return tickerOfPair(tariff, await freshPrices(deps, tariff), pair)
}

type Offered = { readonly payin: string; readonly payout: string }

function offeredPairs(tariff: Tariff): Offered[] {
  return Object.entries(pairs(tariff)).flatMap(([payin, payouts]) =>
    payouts.map((payout) => ({ payin, payout })),
  )
}

/** @throws Refusal rate_unavailable */
function tickerOfPair(tariff: Tariff, prices: Prices, pair: Offered): Ticker {
  const mid = Rate.cross(priced(prices, pair.payin), priced(prices, pair.payout))
  const name = pairName(pair.payin, pair.payout)
  const spreadBps = spreadOf(tariff, name)
  const ask = Rate.format(Rate.widen(mid, spreadBps))
  const bid = Rate.format(Rate.narrow(mid, spreadBps))
  return { name, ask, bid, floating_rate: ask }
}

function priced(prices: Prices, currency: string): { code: string; price: bigint } {
  return { code: Currency.get(currency).code, price: priceOf(prices, currency) }
}

/** Runs a lookup; undefined where it is refused because there is no price. */
async function undefinedWithoutPrice<Result>(read: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return undefined
    throw error
  }
}
