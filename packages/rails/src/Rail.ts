import type { Inbox } from '@cambio/exchange/notice/Notice.ts'
import type { OrderStore } from '@cambio/exchange/order/OrderStore.ts'
import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'
import type { DepositRail } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import type { TransferRail } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { PayoutRail, PayoutWay } from '@cambio/exchange/payout/PayoutRail.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { Network } from '@cambio/wire/Currency.ts'
import type { TestCard } from './TestCard.ts'
import type { TestWallet } from './TestWallet.ts'
import type { TransactionReader } from './TransactionReader.ts'
import type { Webhook } from './Webhook.ts'

/** What the exchange lends its rails. */
export type RailDeps = {
  /** The exchange's address, to which providers send buyers back. It has no slash at the end. */
  readonly baseUrl: string
  /** Where a sandbox keeps its data and keys. */
  readonly dataDir: string
  /** The exchange's own database, which also has the rail's tables. */
  readonly database: Database
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
  /** Where a rail files its notices. */
  readonly inbox: Inbox
  readonly orders: Pick<OrderStore, 'findByPlatformOrderId'>
  /** Asks at once about orders whose money may be on its way. Called when a provider answers again. */
  readonly resume: () => Promise<void>
}

/** A way to pay in: what buyers pay by, on some networks. `any` also stands for money that is on no network. */
export type PayinWay = {
  readonly group: 'card' | 'sepa' | 'crypto'
  readonly networks: readonly Network[] | 'any'
}

/** A way money moves, with its settings. What it carries is known before it is open. */
export type Rail = {
  /** The name by which the operator prefers it, in lower-case letters and hyphens. */
  readonly name: string
  /** Whether it stands in for a real rail in a sandbox, and yields to a real one. */
  readonly isStandIn?: boolean
  readonly payinWays: readonly PayinWay[]
  readonly payoutWays: readonly PayoutWay[]
  open(deps: RailDeps): OpenRail
}

/** What a rail does for the exchange once its tables are there. */
export type OpenRail = {
  /** Takes cards. */
  readonly card?: CardRail
  /** Takes bank transfers, and sends them back. */
  readonly transfer?: TransferRail
  /** Takes coins, and reports what was received. */
  readonly deposit?: DepositRail
  /** Pays out by each of the rail's ways. */
  readonly payout?: PayoutRail
  /** Looks wallets up in a list that its network keeps. */
  readonly screening?: Screening
  /** A tester's card, for a sandbox. */
  readonly testCard?: TestCard
  /** A tester's coins, in a sandbox. */
  readonly testWallet?: TestWallet
  /** Reads what is on its network. */
  readonly transactions?: TransactionReader
} & Work

/** What a rail or a provider does by itself while the program runs. */
export type Work = {
  /** What only the operator can mend and it waits for, each in a few words. Left out: nothing. */
  readonly missing?: () => readonly string[]
  /** Rows of its own tables that fall due. */
  readonly loops?: readonly DueLoop[]
  /** Jobs that it repeats. */
  readonly repeated?: readonly Repeated[]
  /** The addresses that its operator calls. */
  readonly webhooks?: readonly Webhook[]
}
