import type { Inbox } from '@cambio/exchange/notice/Notice.ts'
import type { ChainDeps } from '../payout/ChainDeps.ts'

/** What watching for deposits stands on. */
export type DepositDeps = ChainDeps & { readonly inbox: Inbox }
