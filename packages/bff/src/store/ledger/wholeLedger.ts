import { readWholeLedger, trialBalance } from '@cambio/server/postgres/Ledger.ts'
import type { StoreDeps } from '../StoreDeps.ts'
import { orderLeftovers } from './orderLeftovers.ts'
import { sumsOf } from './sumsOf.ts'

/** Every account that is not at zero, the sum of each asset, and the leftovers of ended orders, at one moment. */
export function wholeLedger(deps: Pick<StoreDeps, 'transaction'>) {
  return deps.transaction(async (query) => {
    await readWholeLedger(query)
    return {
      sums: await sumsOf(query),
      accounts: await trialBalance(query),
      left: await orderLeftovers(query),
    }
  })
}
