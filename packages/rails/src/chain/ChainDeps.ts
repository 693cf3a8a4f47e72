import type { Inbox } from '@cambio/exchange/notice/Notice.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { ChainClient } from './chainClient.ts'

/** What work on a chain stands on. */
export type ChainDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly client: ChainClient
}

/** What watching for deposits stands on. */
export type DepositDeps = ChainDeps & { readonly inbox: Inbox }
