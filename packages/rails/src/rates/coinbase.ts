import * as z from 'zod/mini'
import { call, Unanswered } from '../call.ts'
import { quoted, type EurPair, type Market, type MarketDeps, type Quoted } from './Market.ts'

const pairs: readonly EurPair[] = [
  { codes: ['BTC'], symbol: 'BTC-EUR' },
  { codes: ['LTC'], symbol: 'LTC-EUR' },
  { codes: ['ETH'], symbol: 'ETH-EUR' },
  { codes: ['XRP'], symbol: 'XRP-EUR' },
  { codes: ['XLM'], symbol: 'XLM-EUR' },
  { codes: ['EOS'], symbol: 'EOS-EUR' },
  { codes: ['USDT20', 'USDTTRC20'], symbol: 'USDT-EUR' },
  { codes: ['USDC'], symbol: 'USDC-EUR' },
]

const Ticker = z.object({ bid: z.string(), ask: z.string() })

/**
 * Coinbase Exchange, `GET /products/{id}/ticker`: one request for each product. The time in its answer is that of the
 * last trade, which on a quiet market is old while bid and ask are current. So its prices are as old as the request.
 */
export function coinbase({ clock, fetch = globalThis.fetch, baseUrl }: MarketDeps): Market {
  const products = `${baseUrl ?? 'https://api.exchange.coinbase.com'}/products`

  /** @throws Unanswered */
  async function quote(pair: EurPair, limit: AbortSignal): Promise<Quoted[]> {
    const at = clock.now()
    const { json } = await call(fetch, `${products}/${pair.symbol}/ticker`, {}, limit)
    const ticker = Ticker.safeParse(json)
    if (!ticker.success) throw new Unanswered(`Coinbase answered ${pair.symbol} without a ticker`)
    return quoted(pair, ticker.data, at)
  }

  return {
    name: 'coinbase',
    async quotes(limit) {
      const results = await Promise.allSettled(pairs.map((pair) => quote(pair, limit)))
      const quotes = results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
      if (quotes.length === 0)
        throw new Unanswered('Coinbase tells no price that is used', {
          cause: results.find((each) => each.status === 'rejected')?.reason,
        })
      return quotes
    },
  }
}
