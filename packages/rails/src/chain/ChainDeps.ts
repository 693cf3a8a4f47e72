import type { Inbox } from '@cambio/exchange/notice/Notice.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { ChainClient } from './chainClient.ts'

/** Dependencies of all work on a chain. */
export type ChainDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly client: ChainClient
}

/** Dependencies of the watch for deposits. */
export type DepositDeps = ChainDeps & { readonly inbox: Inbox }
