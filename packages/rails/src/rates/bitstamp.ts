import * as z from 'zod/mini'
import { call, Unanswered } from '../call.ts'
import { quoted, quotedPairs, type EurPair, type Market, type MarketDeps } from './Market.ts'

const pairs: readonly EurPair[] = [
  { codes: ['BTC'], symbol: 'BTC/EUR' },
  { codes: ['LTC'], symbol: 'LTC/EUR' },
  { codes: ['ETH'], symbol: 'ETH/EUR' },
  { codes: ['XRP'], symbol: 'XRP/EUR' },
  { codes: ['XLM'], symbol: 'XLM/EUR' },
  { codes: ['USDT20', 'USDTTRC20'], symbol: 'USDT/EUR' },
  { codes: ['USDC'], symbol: 'USDC/EUR' },
  { codes: ['USD'], symbol: 'EUR/USD', perEur: true },
  { codes: ['GBP'], symbol: 'GBP/EUR' },
]

const Ticker = z.object({
  bid: z.string(),
  ask: z.string(),
  /** Unix seconds. */
  timestamp: z.string().check(z.regex(/^\d{1,12}$/)),
})
const Named = z.object({ pair: z.string() })

const LONGEST_ANSWER = 1024 * 1024

/** Bitstamp, `GET /api/v2/ticker/`: all its markets in one answer, each with its own time. */
export function bitstamp({ clock, fetch = globalThis.fetch, baseUrl }: MarketDeps): Market {
  const url = `${baseUrl ?? 'https://www.bitstamp.net'}/api/v2/ticker/`
  return {
    name: 'bitstamp',
    async quotes(limit) {
      const requestedAt = clock.now()
      const { status, json } = await call(fetch, url, {}, limit, LONGEST_ANSWER)
      const records = z.array(z.unknown()).safeParse(json)
      if (status !== 200 || !records.success)
        throw new Unanswered(`Bitstamp answered with status ${status} and no tickers`)
      const byPair = Map.groupBy(records.data, (record) => Named.safeParse(record).data?.pair)
      return quotedPairs('Bitstamp', pairs, (pair) => {
        const [record, another] = byPair.get(pair.symbol) ?? []
        // Of two records for one pair neither can be trusted.
        const ticker = another === undefined ? Ticker.safeParse(record).data : undefined
        return ticker && quoted(pair, ticker, timeOf(ticker.timestamp, requestedAt))
      })
    },
  }
}

/** A price with a time later than its request is as old as the request: one of the two clocks is wrong. */
function timeOf(seconds: string, requestedAt: Date): Date {
  const tickerTime = new Date(Number(seconds) * 1_000)
  return tickerTime < requestedAt ? tickerTime : requestedAt
}
