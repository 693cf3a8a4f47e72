import { httpUrl, variable } from '@cambio/server/settings/environment.ts'
import * as z from 'zod/mini'
import { _default as byDefault } from 'zod/mini'
import { bitstamp } from './bitstamp.ts'
import { coinbase } from './coinbase.ts'
import { coinbaseRates } from './coinbaseRates.ts'
import { kraken } from './kraken.ts'
import type { Market, MarketDeps } from './Market.ts'

/** A market that the operator takes prices from. `baseUrl` replaces its own address. */
export type MarketChoice = { readonly name: MarketName; readonly baseUrl?: string }

/** Every market, in the order in which help shows them. */
const markets = { kraken, bitstamp, coinbase, 'coinbase-rates': coinbaseRates } satisfies Record<
  string,
  (deps: MarketDeps) => Market
>
type MarketName = keyof typeof markets

/** The variables that name the markets, and how a sandbox without them has its prices. */
export const ratesVariables = {
  RATES: z.optional(
    variable(
      `two markets at least, of ${Object.keys(markets).join(', ')}, each once, with =https://… behind one that is reached elsewhere`,
      readChoices,
    ),
  ),
  SANDBOX_PRICES: byDefault(z.enum(['moving', 'still'], 'moving or still'), 'moving'),
}

/** Opens each market that was chosen. */
export function marketsOf(
  choices: readonly MarketChoice[],
  deps: Pick<MarketDeps, 'clock'>,
): readonly Market[] {
  return choices.map(({ name, baseUrl }) =>
    markets[name](baseUrl === undefined ? deps : { ...deps, baseUrl }),
  )
}

function readChoices(text: string): readonly MarketChoice[] | undefined {
  const choices = text.split(',').map(readChoice)
  const readable = choices.filter((choice) => choice !== undefined)
  const isWhole =
    readable.length === choices.length && new Set(readable.map(({ name }) => name)).size === readable.length
  return isWhole && readable.length >= 2 ? readable : undefined
}

function readChoice(text: string): MarketChoice | undefined {
  const [word = '', ...rest] = text.trim().split('=')
  if (!isMarketName(word)) return undefined
  if (rest.length === 0) return { name: word }
  const address = httpUrl.safeParse(rest.join('='))
  return address.success ? { name: word, baseUrl: address.data } : undefined
}

function isMarketName(word: string): word is MarketName {
  return Object.hasOwn(markets, word)
}
