import type { BankAccount } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { SourceJudgements } from '@cambio/rails/rates/judgementsOf.ts'
import type { KeySource } from '@cambio/server/keys/KeySource.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import type { MerchantAccess } from '../program/merchantAccess.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'

/** What a command works on, and who called it. */
export type CommandDeps = StoreDeps & {
  /** The name of the account that the command runs under, which is recorded with its changes. */
  readonly operator: string
  readonly mode: Mode
  /** The name of this cell; null for a single exchange. */
  readonly cell: string | null
  /** Seals the files that one cell writes for another; null if it is not set. */
  readonly partnerMoveKey: Secret | null
  /** The exchange's account at the card platform. */
  readonly merchant: MerchantAccess
  /** Aborted when the caller ends the command. */
  readonly stopped: AbortSignal
  /** The node's address from the environment; in a sandbox, the exchange stores it. */
  readonly chainUrl?: string | undefined
  /** Asks each source of prices now. */
  readonly askSources: () => Promise<SourceJudgements>
  /** Reports to the caller how far a long command is. */
  readonly progress?: ((sentence: string) => void) | undefined
  readonly random: Random
  /** The key-encryption keys that seal the exchange's own keys. */
  readonly keySource: KeySource
  /** The account that buyers send money to. */
  readonly bankAccount: BankAccount
}
