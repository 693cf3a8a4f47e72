import type { Judgement, Verdict } from '@cambio/rails/rates/judge.ts'
import { command } from '@cambio/server/cli/Command.ts'
import { currencies } from '@cambio/wire/Currency.ts'
import * as Rate from '@cambio/wire/Rate.ts'
import * as z from 'zod/mini'
import type { CommandDeps } from './CommandDeps.ts'

/** The currency that prices are shown in. */
const MEASURE = 'EUR'

const Source = z.object({
  source: z.string(),
  price: z.string(),
  age_seconds: z.number(),
  /** The distance from the price that the exchange sells at, or from the median of the sources if there is none. */
  divergence_percent: z.string(),
  counts: z.boolean(),
  why_not: z.nullable(z.string()),
})
const Pair = z.object({
  pair: z.string(),
  available: z.boolean(),
  price: z.nullable(z.string()),
  sources: z.array(Source),
})
type Pair = z.infer<typeof Pair>

/** Reads the prices of every source now and shows them side by side. */
export const rates = command({
  name: 'rates',
  summary:
    'Asks each source of prices now, and shows for each pair with EUR what it says, how old that is and how far it is from the others.',
  words: {},
  options: {},
  json: z.object({
    sources: z.array(z.object({ source: z.string(), answered: z.boolean() })),
    pairs: z.array(Pair),
  }),
  async run({ askSources, now }: CommandDeps) {
    const answers = await askSources()
    const at = now()
    const pairs = currencies
      .filter(({ code }) => code !== MEASURE)
      .map(({ code }) => pairOf(code, answers.judgements.get(code), at))
    const answering = new Set(
      [...answers.judgements.values()].flatMap(({ judged }) => judged.map((one) => one.source)),
    )
    const sources = answers.sources.map((source) => ({ source, answered: answering.has(source) }))
    const silent = sources.filter(({ answered }) => !answered)
    return {
      data: { sources, pairs },
      text: [...pairs.map(lineOf), ...silent.map(({ source }) => `${source} returned no price.`)].join('\n'),
    }
  },
})

const reasons: Readonly<Record<Verdict, string | null>> = {
  in: null,
  stale: 'too old',
  apart: 'too far from the others',
  alone: 'no other confirms it',
}

function pairOf(code: string, judgement: Judgement | undefined, at: Date): Pair {
  const { eur, judged = [] } = judgement ?? { eur: undefined }
  const middle = eur ?? middleOf(judged.map((judgedPrice) => judgedPrice.eur))
  return {
    pair: `${code}-${MEASURE}`,
    available: eur !== undefined,
    price: eur === undefined ? null : shown(eur),
    sources: judged.map((judgedPrice) => ({
      source: judgedPrice.source,
      price: shown(judgedPrice.eur),
      age_seconds: Math.max(0, Math.round((at.getTime() - judgedPrice.at.getTime()) / 1_000)),
      divergence_percent: percent(judgedPrice.eur, middle),
      counts: judgedPrice.verdict === 'in',
      why_not: reasons[judgedPrice.verdict],
    })),
  }
}

function shown(value: bigint): string {
  return Rate.format({ payin: MEASURE, payout: MEASURE, value })
}

/** The median; of two middle prices, the lower one. */
function middleOf(prices: readonly bigint[]): bigint {
  const sorted = prices.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0n
}

/** The distance of a price from the median, in percent with two decimals, rounded towards zero. */
function percent(price: bigint, middle: bigint): string {
  const hundredths = middle === 0n ? 0n : ((price - middle) * 10_000n) / middle
  const size = (hundredths < 0n ? -hundredths : hundredths).toString().padStart(3, '0')
  return `${hundredths < 0n ? '-' : ''}${size.slice(0, -2)}.${size.slice(-2)}`
}

function lineOf({ pair, price, sources }: Pair): string {
  const parts = sources.map(
    ({ source, price: own, age_seconds: age, divergence_percent: apart, why_not: refusalText }) =>
      `${source} ${own} (${age} s old, ${apart} %${refusalText === null ? '' : `, ${refusalText}`})`,
  )
  return `${pair.padEnd(14)}${price ?? 'no price'}  ${parts.join('  ')}`.trimEnd()
}
