import * as z from 'zod/mini'
import { call, Unanswered } from '../call.ts'
import { quoted, quotedPairs, type EurPair, type Market, type MarketDeps } from './Market.ts'

/** The pairs by the names in Kraken's answers, which are older than those in its requests. */
const pairs: readonly EurPair[] = [
  { codes: ['BTC'], symbol: 'XXBTZEUR' },
  { codes: ['LTC'], symbol: 'XLTCZEUR' },
  { codes: ['ETH'], symbol: 'XETHZEUR' },
  { codes: ['XRP'], symbol: 'XXRPZEUR' },
  { codes: ['XLM'], symbol: 'XXLMZEUR' },
  { codes: ['EOS'], symbol: 'EOSEUR' },
  { codes: ['USDT20', 'USDTTRC20'], symbol: 'USDTEUR' },
  { codes: ['USDC'], symbol: 'USDCEUR' },
  { codes: ['USD'], symbol: 'ZEURZUSD', perEur: true },
  { codes: ['GBP'], symbol: 'EURGBP', perEur: true },
  { codes: ['JPY'], symbol: 'EURJPY', perEur: true },
]

/** `a` is the best ask, `b` the best bid, each a price and two volumes. */
const Side = z.tuple([z.string()], z.unknown())
const Ticker = z.object({ a: Side, b: Side })
/** An error may accompany a full result: the prices count all the same. */
const Answer = z.object({ result: z.record(z.string(), z.unknown()) })

/** The answer has about a thousand markets. Bytes. */
const LONGEST_ANSWER = 4 * 1024 * 1024

/**
 * Kraken, `GET /0/public/Ticker`: all its markets in one answer, because a single name that it no longer knows would
 * fail a request for a list. Its answer has no time, so its prices are as old as the request.
 */
export function kraken({ clock, fetch = globalThis.fetch, baseUrl }: MarketDeps): Market {
  const url = `${baseUrl ?? 'https://api.kraken.com'}/0/public/Ticker`
  return {
    name: 'kraken',
    async quotes(limit) {
      const at = clock.now()
      const { status, json } = await call(fetch, url, {}, limit, LONGEST_ANSWER)
      const answer = Answer.safeParse(json)
      if (status !== 200 || !answer.success)
        throw new Unanswered(`Kraken answered with status ${status} and no tickers`)
      return quotedPairs('Kraken', pairs, (pair) => {
        const { data: ticker } = Ticker.safeParse(answer.data.result[pair.symbol])
        return ticker && quoted(pair, { bid: ticker.b[0], ask: ticker.a[0] }, at)
      })
    },
  }
}
