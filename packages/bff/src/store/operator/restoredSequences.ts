import type { Restored } from '@cambio/exchange/operator/installation/keepRestore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/** More addresses than an exchange gives out between two back-ups. An address that is left out costs nothing. */
const SKIPPED = 100_000

/** What of a restored database must not go on from where it stood, inside a transaction. */
export function restoredSequences(query: Query): Restored {
  return {
    async skipDepositAddresses() {
      await query({
        name: 'restored_skip_addresses',
        text: `select setval('chain_deposit_number', last_value + $1::int8) from chain_deposit_number`,
        values: [SKIPPED],
      })
    },
  }
}
