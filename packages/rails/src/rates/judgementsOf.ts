import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Judgement } from './judge.ts'
import { marketRates } from './marketRates.ts'
import { marketsOf, type MarketChoice } from './ratesSettings.ts'
import { sandboxRates, type SandboxPrices } from './sandboxRates.ts'

/** Each source's current price of each currency, and the sources asked. */
export type SourceJudgements = {
  readonly sources: readonly string[]
  readonly judgements: ReadonlyMap<string, Judgement>
}

/** How long a market may take, milliseconds. It may be long, since no buyer waits. */
const TIME_LIMIT_MS = 5_000

/** Asks the chosen markets once each. Where none is chosen, it uses the sandbox's own prices. */
export function judgementsOf(
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  choices: readonly MarketChoice[] | undefined,
  sandboxPrices?: SandboxPrices,
): () => Promise<SourceJudgements> {
  if (!choices) return () => ofSandbox(clock, sandboxPrices)
  const markets = marketsOf(choices, { clock })
  return async () => {
    const rates = marketRates({ clock, log }, { markets, timeLimitMs: TIME_LIMIT_MS })
    return { sources: markets.map(({ name }) => name), judgements: await rates.judgements() }
  }
}

async function ofSandbox(clock: Clock, sandboxPrices: SandboxPrices | undefined): Promise<SourceJudgements> {
  const { at, eur } = await sandboxRates({ clock }, sandboxPrices).prices()
  const judgements = new Map(
    [...eur]
      .filter(([code]) => code !== 'EUR')
      .map(([code, price]): [string, Judgement] => {
        const onlyPrice = { source: 'sandbox', code, eur: price, at, verdict: 'in' } as const
        return [code, { eur: price, judged: [onlyPrice] }]
      }),
  )
  return { sources: ['sandbox'], judgements }
}
