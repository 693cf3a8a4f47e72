import * as Rate from '@cambio/wire/Rate.ts'
import { Unanswered } from '../call.ts'

/*
 * A market publishes prices. Each has a file here that reads its public ticker: three files of forty lines read the
 * best bid and best ask of a dozen pairs. The library that knows every exchange, ccxt, is several megabytes, brings its
 * own HTTP, and returns floating-point numbers.
 */

/** The price of one whole unit in EUR on one market, as a count of 10^-18, and its time. */
export type Quoted = { readonly code: string; readonly eur: bigint; readonly at: Date }

/** A market that is read over HTTP. */
export type Market = {
  readonly name: string
  /**
   * Its current prices. A pair that it does not trade, or whose record makes no sense, is left out.
   * @param limit ends the call
   * @throws Unanswered when there is no answer, or none with a price that we use
   */
  quotes(limit: AbortSignal): Promise<readonly Quoted[]>
}

/** The dependencies of a market. */
export type MarketDeps = {
  readonly clock: { now(): Date }
  readonly fetch?: typeof globalThis.fetch
  /** An address in place of the market's own, for tests. */
  readonly baseUrl?: string
}

/** A pair of a market that has EUR on one side. */
export type EurPair = {
  /** Our currencies that the pair prices. A token has one price on every network. */
  readonly codes: readonly string[]
  /** The market's name for the pair. */
  readonly symbol: string
  /** Whether the market states what one EUR costs in the currency, instead of the other way round. */
  readonly perEur?: true
}

const one = 10n ** 18n

/**
 * The middle between a pair's best bid and best ask. It favours neither side, as the spread is added later. Undefined
 * where these are not prices, or the bid is above the ask, as when the book was read during a change.
 */
export function quoted(
  { codes, perEur }: EurPair,
  { bid, ask }: { readonly bid: string; readonly ask: string },
  at: Date,
): Quoted[] {
  const low = priceOf(bid)
  const high = priceOf(ask)
  if (low === undefined || high === undefined || low > high) return []
  const middle = (low + high) / 2n
  const eur = perEur ? (one * one) / middle : middle
  return codes.map((code) => ({ code, eur, at }))
}

/**
 * The prices of the pairs that are used, each read by itself: a record that makes no sense leaves out only its own
 * pair.
 * @param readPair undefined or empty where the market does not have the pair
 * @throws Unanswered when it has none of them: then the market counts as unavailable
 */
export function quotedPairs(
  market: string,
  pairs: readonly EurPair[],
  readPair: (pair: EurPair) => readonly Quoted[] | undefined,
): Quoted[] {
  const quotes = pairs.flatMap((pair) => readPair(pair) ?? [])
  if (quotes.length === 0) throw new Unanswered(`${market} tells no price that is used`)
  return quotes
}

function priceOf(text: string): bigint | undefined {
  try {
    return Rate.parse(text, 'EUR', 'EUR').value
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
