import type { Random } from '@cambio/exchange/Random.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import type { Exchange } from '../program/Exchange.ts'
import type { Keys } from '../program/Keys.ts'

/** What a store is made of. Inside a transaction both members are that transaction's. */
export type StoreDeps = {
  readonly query: Query
  transaction<Result>(work: (query: Query) => Promise<Result>): Promise<Result>
  readonly random: Random
  readonly keys: Keys
  readonly now: () => Date
}

/** A store on a transaction that is under way: what asks for a transaction is in one already. */
export function within(deps: StoreDeps, query: Query): StoreDeps {
  return { ...deps, query, transaction: (work) => work(query) }
}

type StoreParts = Pick<Exchange, 'database' | 'holds' | 'random' | 'keys' | 'clock'>

/** Stores on the pool. Transactions have connections of their own: their work may wait for the pool's. */
export function storeDepsOf({ database, holds, random, keys, clock }: StoreParts): StoreDeps {
  return {
    query: database.query,
    transaction: (work) => holds.transaction(work),
    random,
    keys,
    now: () => clock.now(),
  }
}
