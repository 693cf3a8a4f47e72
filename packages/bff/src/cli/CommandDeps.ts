import type { BankAccount } from '@cambio/exchange/payin/transfer/TransferRail.ts'
import type { Mode } from '@cambio/exchange/payout/destination.ts'
import type { SourceJudgements } from '@cambio/rails/rates/judgementsOf.ts'
import type { KeySource } from '@cambio/server/keys/KeySource.ts'
import type { Random } from '@cambio/server/Random.ts'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import type { StoreDeps } from '../store/StoreDeps.ts'

/** What a command works on, and who called it. */
export type CommandDeps = StoreDeps & {
  /** The name of the account that it runs under, which is kept with what it changes. */
  readonly operator: string
  readonly mode: Mode
  /** The name of this cell; null where it stands alone. */
  readonly cell: string | null
  /** Seals what one cell tells another; null where none was set. */
  readonly partnerMoveKey: Secret | null
  /** Aborted when the caller ends the command. */
  readonly stopped: AbortSignal
  /** The node that the environment names; a sandbox's is written down by its exchange. */
  readonly chainUrl?: string | undefined
  /** Reads each source of prices now. */
  readonly askSources: () => Promise<SourceJudgements>
  /** Reports to the caller how far a long command is. */
  readonly progress?: ((sentence: string) => void) | undefined
  readonly random: Random
  /** The keys that the exchange's own ones are sealed under. */
  readonly keySource: KeySource
  /** The account that buyers send money to. */
  readonly bankAccount: BankAccount
}
