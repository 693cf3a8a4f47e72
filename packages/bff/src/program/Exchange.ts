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
import type { StoredLegalNotice } from '../store/legalNotices.ts'
import type { StatusStreams } from '../widget/statusStreams.ts'
import type { AttachableSlots } from '../work/delivery/attachableSlots.ts'
import type { Keys } from './Keys.ts'
import type { SandboxFaults } from './sandboxFaults.ts'

/** A running exchange: its settings and its ports. The program builds it once. */
export type Exchange = {
  readonly version: string
  readonly mode: Mode
  /** The name of this cell among others behind one address; null for a single exchange. */
  readonly cell: string | null
  /** The address that buyers and partners use, without a trailing slash. */
  readonly baseUrl: string
  /** The card platform's address, which the card frame and the bank's sandbox pages come from. */
  readonly paymentUrl: string
  /** The exchange's client_key at the card platform, which buyers bring back from the bank. */
  readonly merchantKey: string
  /** How long a widget request may be used, milliseconds. */
  readonly requestLifeMs: number
  /** Multiplies every limit on callers. */
  readonly limitsFactor: number
  /** When version 1 of the API ends; null if that is not decided. */
  readonly retirement: Retirement | null
  /** How many cards the exchange may charge in a second: its limit as a merchant of the platform. */
  readonly salesPerSecond: number
  /** Multiplies the waits between the attempts of a callback. */
  readonly retryFactor: number
  readonly trustedProxies: readonly string[]
  /** Addresses that may read /metrics, beside this machine. */
  readonly metricsFrom: readonly string[]
  /** Apple's domain association file; undefined if Apple Pay is not set up. */
  readonly domainAssociation?: string | undefined
  /** Origins that may frame the widget of a partner without origins: the demo shop's in a sandbox. */
  readonly fallbackOrigins: readonly string[]
  /** The legal notice of its pages, with the id that orders store; null if none is set. */
  readonly legal: StoredLegalNotice | null

  readonly catalogue: Catalogue
  readonly card: CardRail
  readonly transfer: TransferRail
  /** Null if no rail accepts coins. */
  readonly deposits: DepositRails
  readonly payout: PayoutRails
  /** Looks wallets up in every list of sanctions. */
  readonly screening: Screening
  /** Looks wallets up in the sanctions lists that others maintain. */
  readonly oracles: Screening
  /** A tester's card at the card platform, if it is a sandbox. */
  readonly testCard: TestCard | null
  /** A tester's coins, in a sandbox that has a chain. */
  readonly testWallet: TestWallet | null
  /** Readers of transactions on the networks that coins move on. */
  readonly transactions: readonly TransactionReader[]
  /** The rails' loops over due rows, and the webhooks of their providers. */
  readonly railLoops: readonly DueLoop[]
  readonly webhooks: readonly Webhook[]
  /** The rails' periodic work while the program runs. */
  readonly repeated: readonly Repeated[]
  /** Faults that the rails report and that only the operator can fix. */
  readonly missing: () => readonly string[]
  readonly rates: RateSource
  readonly mail: CodeMail
  readonly messageRail: MessageRail
  readonly verification: VerificationProvider
  readonly endpoint: PartnerEndpoint
  /** The stream to which partners' events are published; null if there is none. */
  readonly eventStream: EventStream | null
  /** Simulated faults of outside services for single orders of a sandbox; null in live. */
  readonly faults: SandboxFaults | null
  /** Hands callbacks to their deliverer as soon as they are written. */
  readonly callbackSlots: AttachableSlots
  /** The open pages that are notified when their order changes. */
  readonly statusStreams: StatusStreams
  /** Records the requests of partners' servers, for them to read. */
  readonly requestLog: RequestLog

  readonly database: Database
  /** Reads lists, reports and feeds: on an up-to-date standby, or on the primary. */
  readonly reads: Query
  /** Separate connections for transactions that lock a client while an outside service is asked. */
  readonly locking: Database
  /** Separate connections for requests under an Idempotency-Key, which keep one while prices are read. */
  readonly keyed: Database
  readonly keys: Keys
  readonly passwords: Passwords
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}
