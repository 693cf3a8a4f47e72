import * as z from 'zod/mini'
import { call, Unanswered } from '../call.ts'
import { quoted, quotedPairs, type EurPair, type Market, type MarketDeps } from './Market.ts'

/** Fiat currencies only: Coinbase's own market has the prices of coins, and one company cannot confirm itself. */
const pairs: readonly EurPair[] = ['USD', 'GBP', 'JPY', 'KWD'].map((code) => ({
  codes: [code],
  symbol: code,
  perEur: true,
}))

const Rates = z.object({
  data: z.object({ currency: z.literal('EUR'), rates: z.record(z.string(), z.unknown()) }),
})

/**
 * Coinbase's exchange rates, `GET /v2/exchange-rates`: one price of one EUR in every other currency. Its answer has no
 * time, so its prices are as old as the request.
 */
export function coinbaseRates({ clock, fetch = globalThis.fetch, baseUrl }: MarketDeps): Market {
  const url = `${baseUrl ?? 'https://api.coinbase.com'}/v2/exchange-rates?currency=EUR`
  return {
    name: 'coinbase-rates',
    async quotes(limit) {
      const at = clock.now()
      const { status, json } = await call(fetch, url, {}, limit)
      const answer = Rates.safeParse(json)
      if (status !== 200 || !answer.success)
        throw new Unanswered(`Coinbase answered with status ${status} and no exchange rates`)
      const { rates } = answer.data.data
      return quotedPairs('Coinbase', pairs, (pair) => {
        const { data: rate } = z.string().safeParse(rates[pair.symbol])
        return rate === undefined ? [] : quoted(pair, { bid: rate, ask: rate }, at)
      })
    },
  }
}
