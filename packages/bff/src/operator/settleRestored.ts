import { keepRestore } from '@cambio/exchange/operator/installation/keepRestore.ts'
import { pausePayouts } from '@cambio/exchange/operator/payout/pausePayouts.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import { actStore } from '../store/acts.ts'
import { catalogueStore, readSnapshot } from '../store/catalogue.ts'
import { restoredSequences } from '../store/operator/restoredSequences.ts'

/**
 * Prepares a restored database for an exchange to start on. All pay-outs are paused until the operator resumes them,
 * since payments made after the back-up are not in its books.
 */
export async function settleRestored(
  deps: { database: Database; random: Random; now: () => Date; mode: Mode },
  { detail, actor }: { detail: object; actor: string },
): Promise<void> {
  const { database, random, now, mode } = deps
  const by = { actor, reason: 'restored from a back-up' }
  const operator = {
    transaction: <Result>(work: (parts: ReturnType<typeof partsOf>) => Promise<Result>) =>
      database.transaction((query) => work(partsOf(query))),
  }
  const partsOf = (query: Database['query']) => ({
    acts: actStore({ query, random, now }),
    catalogueStore: catalogueStore({ transaction: (work) => work(query) }),
    readCatalogue: () => readSnapshot(query, { at: now(), mode }),
    wakeWaiting: async () => {},
    restored: restoredSequences(query),
    now,
    mode,
  })
  const paused = await pausePayouts(operator, { ...by, currency: null })
  if (paused.is === 'refused' && paused.code === 'faulty') throw new Error(paused.faults.join(' '))
  await keepRestore(operator, { ...by, detail })
}
