import type { VerificationLevel } from '@cambio/wire/VerificationLevel.ts'
import type { Difference, DocumentData } from '../client/DocumentData.ts'
import type { VerificationProvider } from './VerificationProvider.ts'

/**
 * An approval that grants nothing yet, since the documents differ from the client's own details: the operator decides.
 */
export type Review = {
  readonly id: string
  readonly clientId: string
  /** The applicant that the provider approved. */
  readonly applicantId: string
  readonly provider: VerificationProvider['name']
  readonly level: VerificationLevel
  /** The order that the verification was for; null without one. */
  readonly orderId: string | null
  readonly documents: DocumentData
  readonly differences: readonly Difference[]
}

export type ReviewStore = {
  /** Opens a client's review, or updates the open one. */
  open(review: Omit<Review, 'id'>): Promise<void>
  /** The id of the client's review that waits for the operator; undefined where none does. */
  findOpen(clientId: string): Promise<string | undefined>
  /** Ends a client's open review, if any, since it was decided otherwise. */
  close(clientId: string): Promise<void>
  /** A review that the operator has approved. */
  findApproved(id: string): Promise<Review | undefined>
}
