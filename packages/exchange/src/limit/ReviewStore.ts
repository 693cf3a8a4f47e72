import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Difference, DocumentData } from '../client/DocumentData.ts'
import type { VerificationProvider } from './VerificationProvider.ts'

/** An approval that grants nothing, since the documents differ from the client's own details: the operator decides. */
export type Review = {
  readonly id: string
  readonly clientId: string
  /** Whom the provider approved. */
  readonly applicantId: string
  readonly provider: VerificationProvider['name']
  readonly level: VerificationLevel
  /** The order that the verification was for; null where it was for none. */
  readonly orderId: string | null
  readonly documents: DocumentData
  readonly differences: readonly Difference[]
}

export type ReviewStore = {
  /** Opens a client's review, or brings the open one up to date. */
  open(review: Omit<Review, 'id'>): Promise<void>
  /** The approval of a client's documents that waits for the operator; undefined where none does. */
  findOpen(clientId: string): Promise<string | undefined>
  /** Ends a client's open review, if there is one, since something else has decided. */
  close(clientId: string): Promise<void>
  /** A review that the operator has approved. */
  findApproved(id: string): Promise<Review | undefined>
}
