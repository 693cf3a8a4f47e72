import * as Rate from '@cambio/wire/Rate.ts'
import { Unanswered } from '../call.ts'

/*
 * A market tells prices; each has a file here that reads its public ticker. Three files of forty lines do what is
 * needed: best bid and best ask of a dozen pairs. The library that knows every exchange, ccxt, is several megabytes,
 * brings its own HTTP, and answers in floating-point numbers.
 */

/** What one whole unit costs in EUR on one market, as a count of 10^-18, and when it did. */
export type Quoted = { readonly code: string; readonly eur: bigint; readonly at: Date }

/** A market that is asked over HTTP. */
export type Market = {
  readonly name: string
  /**
   * Its prices now. A pair that it does not trade, or tells in a way that makes no sense, is left out.
   * @param limit ends the call
   * @throws Unanswered when there is no answer, or none that tells a price of ours
   */
  quotes(limit: AbortSignal): Promise<readonly Quoted[]>
}

/** What a market's files are given. */
export type MarketDeps = {
  readonly clock: { now(): Date }
  readonly fetch?: typeof globalThis.fetch
  /** Another address than the market's own, for tests. */
  readonly baseUrl?: string
}

/** A pair of a market that has EUR on one side. */
export type EurPair = {
  /** Our currencies that the pair prices; a token is one on every network. */
  readonly codes: readonly string[]
  /** How the market writes the pair. */
  readonly symbol: string
  /** Whether the market counts what one EUR costs in the currency, and not the other way round. */
  readonly perEur?: true
}

const one = 10n ** 18n

/**
 * What a pair's best bid and best ask say: the middle between them. It favours nobody, as the spread is put on later.
 * Nothing where these are no prices, or the bid is above the ask: then the book was read in the middle of a change.
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
 * What a market says of the pairs that are used, each read by itself: a record that makes no sense leaves out its own
 * pair.
 * @param readPair undefined or nothing where the market does not have the pair
 * @throws Unanswered when it has none of them: then the market is away
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
