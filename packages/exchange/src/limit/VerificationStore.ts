import type { Client } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { VerificationStatus } from './VerificationProvider.ts'

/** How long a verification may be opened, milliseconds: as long as an order waits for one. */
export const VERIFICATION_LIFE_MS = 7 * 24 * 60 * 60 * 1_000

/** What a client is to show, opened by the token in a verification address. */
export type Verification = {
  readonly clientId: string
  /** The order that waits for it; null where a client is verified for its own sake. */
  readonly orderId: string | null
  readonly level: Client['level']
  readonly expiresAt: Date
}

export type VerificationStore = {
  /** Kept by the token's hash alone. */
  keep(token: string, verification: Verification): Promise<void>
  find(token: string): Promise<Verification | undefined>
  /** Uses the token up with its result; false when it was used already. */
  use(token: string, decision: VerificationDecision): Promise<boolean>
  /** The newest of a client's that was decided, or else is open; undefined when it has none. */
  latestOf(clientId: string): Promise<DecidedVerification | undefined>
}

/** The result of a verification in the sandbox, and what the documents said. */
export type VerificationDecision = {
  readonly at: Date
  readonly approved: boolean
  readonly documents: DocumentData | 'as_told'
}

export type DecidedVerification = {
  readonly is: Extract<VerificationStatus['is'], 'open' | 'approved' | 'refused'>
  readonly level: Client['level']
  readonly documents: DocumentData | 'as_told'
}
