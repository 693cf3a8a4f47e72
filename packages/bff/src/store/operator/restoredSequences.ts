import type { Restored } from '@cambio/exchange/operator/installation/keepRestore.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'

/**
 * How many addresses are skipped: more than an exchange gives out between two back-ups. A skipped address costs
 * nothing.
 */
const SKIPPED = 100_000

/** Resets what a restored database must not reuse, inside a transaction. */
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
