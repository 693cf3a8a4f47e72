import { marketsProvider } from '@cambio/rails/rates/marketsProvider.ts'
import { unmetRules } from '../variableRules.ts'
import type { ProviderEntry } from './ProviderEntry.ts'

/** Prices by public markets. */
export const marketsEntry: ProviderEntry = {
  kind: 'rates',
  lacks: ({ RATES }) =>
    unmetRules([
      [RATES !== undefined, 'Set RATES to whose prices you sell by, such as kraken,bitstamp,coinbase.'],
    ]),
  lacksOfHalf: () => [],
  from: ({ RATES }) => RATES && marketsProvider(RATES),
}
