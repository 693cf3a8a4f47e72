import { keptAddress } from '@cambio/exchange/screening/keptAddress.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import type { StoreDeps } from './StoreDeps.ts'

/** The lists of sanctions that the operator has read in, kept in PostgreSQL. */
export function sanctionsStore({ query }: Pick<StoreDeps, 'query'>): Screening {
  return {
    async screen(addresses) {
      const found = await query<{ address: string }>({
        name: 'sanctioned_find',
        text: 'select address from sanctioned_wallet where address = any($1) limit 1',
        values: [addresses.map(keptAddress)],
      })
      return found.length > 0 ? 'listed' : 'clear'
    },
  }
}
