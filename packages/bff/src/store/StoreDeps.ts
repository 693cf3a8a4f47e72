import type { CallbackSlots } from '@cambio/exchange/callback/CallbackDelivery.ts'
import type { Random } from '@cambio/exchange/Random.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Keys } from '../program/Keys.ts'

/** The deps of a store. Inside a transaction both members are that transaction's. */
export type StoreDeps = {
  readonly query: Query
  /** For lists, reports and feeds, which may be read on a standby. */
  readonly reads: Query
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  readonly random: Random
  readonly keys: Keys
  readonly now: () => Date
  /** Delivers callbacks as they are written; null without deliveries, and inside a transaction that may still fail. */
  readonly slots: CallbackSlots | null
  /** Counts writes; left out if no one reads the numbers. */
  readonly metrics?: Metrics | undefined
  /** The legal notice that orders are placed under; left out where none is set, or no order is placed. */
  readonly legalNoticeId?: bigint | undefined
}

/** Deps for stores inside a transaction that is under way; a store that begins a transaction joins this one. */
export function within(deps: StoreDeps, query: Query): StoreDeps {
  return { ...deps, query, reads: query, transaction: (work) => work(query), slots: null }
}

type StoreParts = Pick<Exchange, 'database' | 'locking' | 'random' | 'keys' | 'clock'> & {
  readonly reads?: Query
  readonly callbackSlots?: CallbackSlots
  readonly metrics?: Metrics
  readonly legal?: Exchange['legal']
}

/** Stores on the pool. Transactions have connections of their own: their work may wait for the pool's. */
export function storeDepsOf(parts: StoreParts): StoreDeps {
  const { database, reads, locking, random, keys, clock, callbackSlots, metrics, legal } = parts
  return {
    query: database.query,
    reads: reads ?? database.query,
    transaction: (work) => locking.transaction(work),
    random,
    keys,
    now: () => clock.now(),
    slots: callbackSlots ?? null,
    metrics,
    legalNoticeId: legal?.id,
  }
}
