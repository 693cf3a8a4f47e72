import type { EventStream } from '@cambio/exchange/callback/EventStream.ts'
import type { PartnerEndpoint } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Catalogue } from '@cambio/exchange/catalogue/Catalogue.ts'
import type { CodeMail } from '@cambio/exchange/client/CodeMail.ts'
import type { Passwords } from '@cambio/exchange/client/Passwords.ts'
import type { VerificationProvider } from '@cambio/exchange/limit/VerificationProvider.ts'
import type { MessageRail } from '@cambio/exchange/message/MessageRail.ts'
import type { CardRail } from '@cambio/exchange/payin/card/CardRail.ts'
import type { DepositRails } from '@cambio/exchange/payin/deposit/DepositRail.ts'
import type { TransferRail } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { PayoutRails } from '@cambio/exchange/payout/PayoutRail.ts'
import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import type { TestCard } from '@cambio/rails/TestCard.ts'
import type { TestWallet } from '@cambio/rails/TestWallet.ts'
import type { TransactionReader } from '@cambio/rails/TransactionReader.ts'
import type { Webhook } from '@cambio/rails/Webhook.ts'
import type { Clock } from '@cambio/server/Clock.ts'
import type { Log } from '@cambio/server/log.ts'
import type { Metrics } from '@cambio/server/metrics.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { DueLoop } from '@cambio/server/work/due.ts'
import type { Repeated } from '@cambio/server/work/repeat.ts'
import type { RequestLog } from '../http/requestLog.ts'
import type { Retirement } from '../http/retirement.ts'
import type { KeptLegalNotice } from '../store/legalNotices.ts'
import type { StatusStreams } from '../widget/statusStreams.ts'
import type { AttachableSlots } from '../work/delivery/attachableSlots.ts'
import type { Keys } from './Keys.ts'
import type { SandboxFaults } from './sandboxFaults.ts'

/** What a running exchange is made of: its settings, its ports and what it stands on. Built once, by the program. */
export type Exchange = {
  readonly version: string
  readonly mode: Mode
  /** The name of this cell among others behind one address; null where it stands alone. */
  readonly cell: string | null
  /** Address buyers and partners know it by, without a trailing slash. */
  readonly baseUrl: string
  /** The card platform's address, which the card frame and the bank's sandbox pages come from. */
  readonly paymentUrl: string
  /** The exchange's client_key at the card platform, which buyers bring back from the bank. */
  readonly merchantKey: string
  /** How long a widget request may be used, milliseconds. */
  readonly requestLifeMs: number
  /** Multiplies every limit on callers. */
  readonly limitsFactor: number
  /** When version 1 of the API goes; null where that is not decided. */
  readonly retirement: Retirement | null
  /** How many cards the exchange charges in a second: what the platform lets this merchant. */
  readonly salesPerSecond: number
  /** Multiplies the waits between the attempts of a callback. */
  readonly retryFactor: number
  readonly trustedProxies: readonly string[]
  /** Who may read /metrics, beside this machine. */
  readonly metricsFrom: readonly string[]
  /** What Apple finds at this host about its merchant; undefined where Apple Pay is not set up. */
  readonly domainAssociation?: string | undefined
  /** Origins that may frame the widget of a partner that has named none: the demo shop's in a sandbox. */
  readonly fallbackOrigins: readonly string[]
  /** Who operates it, as its pages say, with the id that orders are kept with; null where that is not said. */
  readonly legal: KeptLegalNotice | null

  readonly catalogue: Catalogue
  readonly card: CardRail
  readonly transfer: TransferRail
  /** Null where no rail takes coins. */
  readonly deposits: DepositRails
  readonly payout: PayoutRails
  /** Looks wallets up in every list of sanctions. */
  readonly screening: Screening
  /** Looks wallets up in the lists of sanctions that others keep. */
  readonly oracles: Screening
  /** A tester's card at the card platform, if it is a sandbox. */
  readonly testCard: TestCard | null
  /** A tester's coins, in a sandbox that has a chain. */
  readonly testWallet: TestWallet | null
  /** Who reads transactions of the networks that coins move on. */
  readonly transactions: readonly TransactionReader[]
  /** Due rows that the rails brought, and the addresses at which their providers call. */
  readonly railLoops: readonly DueLoop[]
  readonly webhooks: readonly Webhook[]
  /** What the rails do again and again while the program runs. */
  readonly repeated: readonly Repeated[]
  /** What the rails wait for that only the operator can mend. */
  readonly missing: () => readonly string[]
  readonly rates: RateSource
  readonly mail: CodeMail
  readonly messageRail: MessageRail
  readonly verification: VerificationProvider
  readonly endpoint: PartnerEndpoint
  /** Where the partners' events are published for others; null where they are not. */
  readonly eventStream: EventStream | null
  /** What of the outside world fails, for single orders of a sandbox; null in live. */
  readonly faults: SandboxFaults | null
  /** Where callbacks are handed over as they are written. */
  readonly callbackSlots: AttachableSlots
  /** The open pages that are notified when their order changes. */
  readonly statusStreams: StatusStreams
  /** What partners' servers asked, for them to read. */
  readonly requestLog: RequestLog

  readonly database: Database
  /** Reads lists, reports and feeds: on a standby that has what the primary has, or on the primary. */
  readonly reads: Query
  /** Connections of their own for transactions that hold a client while others are asked something. */
  readonly locking: Database
  /** Connections of their own for requests under an Idempotency-Key, which keep one while prices are read. */
  readonly keyed: Database
  readonly keys: Keys
  readonly passwords: Passwords
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}
