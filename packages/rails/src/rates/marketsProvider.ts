import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { Provider } from '../Provider.ts'
import { ASK_EVERY_MS, marketRates } from './marketRates.ts'
import { marketsOf, type MarketChoice } from './ratesSettings.ts'

/** Prices of real markets, which are read all the time, so that buyers do not wait for them. */
export function marketsProvider(choices: readonly MarketChoice[]): Provider<'rates'> {
  return {
    kind: 'rates',
    name: 'markets',
    open({ clock, log }) {
      const rates = marketRates({ clock, log }, { markets: marketsOf(choices, { clock }) })
      const polling: Repeated = {
        everyMs: ASK_EVERY_MS,
        failed: 'the markets could not be asked',
        work: async () => void (await rates.judgements()),
      }
      return { answers: rates, repeated: [polling] }
    },
  }
}
