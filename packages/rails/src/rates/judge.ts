import type { Quoted } from './Market.ts'

/** A price from one source. */
export type SourcedPrice = Quoted & { readonly source: string }

/**
 * Whether a price counts. `stale`: it is too old. `apart`: it is too far from the others. `alone`: no second source
 * confirms it.
 */
export type Verdict = 'in' | 'stale' | 'apart' | 'alone'

/** The result of all sources for one currency. */
export type Judgement = {
  /** The median of the prices that count, as a count of 10^-18 EUR; undefined where there is no price. */
  readonly eur: bigint | undefined
  readonly judged: readonly (SourcedPrice & { readonly verdict: Verdict })[]
}

/**
 * A price older than this does not count, milliseconds; nor one this far in the future, as where a clock was set back.
 */
const STALE_AFTER_MS = 30_000
/** The most that two prices may differ and still agree, in hundredths of a percent of the lower one. */
const APART_BPS = 200n
/** How many sources must agree. */
const AT_LEAST = 2

/**
 * Judges the sources' prices of one currency, one from each. Stale prices do not count. Of three or more fresh ones,
 * those far from the middle do not count. At least two must be left, all of them close together. Otherwise there is no
 * price, because it is unknown which of them is wrong.
 */
export function judge(prices: readonly SourcedPrice[], now: Date): Judgement {
  const fresh = prices.filter(({ at }) => Math.abs(now.getTime() - at.getTime()) <= STALE_AFTER_MS)
  const near = fresh.length > AT_LEAST ? fresh.filter(({ eur }) => agree([eur, median(fresh)])) : fresh
  const verdict = verdictOn(near)
  return {
    eur: verdict === 'in' ? median(near) : undefined,
    judged: prices.map((each) => ({
      ...each,
      verdict: !fresh.includes(each) ? 'stale' : near.includes(each) ? verdict : 'apart',
    })),
  }
}

function verdictOn(near: readonly SourcedPrice[]): Verdict {
  if (near.length < AT_LEAST) return 'alone'
  return agree(near.map(({ eur }) => eur)) ? 'in' : 'apart'
}

/** Whether the highest price is close enough to the lowest. */
function agree(prices: readonly bigint[]): boolean {
  const sorted = ascending(prices)
  const lowest = sorted[0] ?? 0n
  const highest = sorted.at(-1) ?? 0n
  return (highest - lowest) * 10_000n <= lowest * APART_BPS
}

/** The middle price, or of an even number the mean of the middle two, rounded down by less than 10^-18 EUR. */
function median(prices: readonly SourcedPrice[]): bigint {
  const sorted = ascending(prices.map(({ eur }) => eur))
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0n
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
  return (lower + upper) / 2n
}

function ascending(prices: readonly bigint[]): readonly bigint[] {
  return prices.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
}
