import type { Client } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { VerificationStatus } from './VerificationProvider.ts'

/** How long a verification may be opened, milliseconds: as long as an order waits for one. */
export const VERIFICATION_LIFE_MS = 7 * 24 * 60 * 60 * 1_000

/** What a client has to prove, opened by the token in a verification address. */
export type Verification = {
  readonly clientId: string
  /** The order that waits for it; null where none does. */
  readonly orderId: string | null
  readonly level: Client['level']
  readonly expiresAt: Date
}

export type VerificationStore = {
  /** Stores the verification under the token's hash; the token itself is not stored. */
  keep(token: string, verification: Verification): Promise<void>
  find(token: string): Promise<Verification | undefined>
  /** Uses the token up and stores the decision; false when it was already used. */
  use(token: string, decision: VerificationDecision): Promise<boolean>
  /** The client's newest decided verification, or else the newest open one; undefined without either. */
  latestOf(clientId: string): Promise<DecidedVerification | undefined>
}

/** The decision about a sandbox verification, and what the documents said. */
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
