import type { ProvenLevel } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { NoticeSource } from '../notice/Notice.ts'

/** The result of starting a verification. */
export type VerificationStart =
  | { readonly is: 'started'; readonly url: string }
  /** It was not started; `why` tells the operator the reason. */
  | { readonly is: 'refused'; readonly why: string }
  /** The result is unknown. Starting again is safe: it is the same person under the same id. */
  | { readonly is: 'unknown'; readonly why: string }

/** A client's status at the provider now. */
export type VerificationStatus =
  /** It does not know the client, or only by levels that are not ours. */
  | { readonly is: 'none' }
  /** Not decided: the client has something to do (perhaps again), or the provider has. */
  | { readonly is: 'open'; readonly level: ProvenLevel }
  /** `as_told`: a sandbox's stand-in, which reads no documents and trusts the client's own details. */
  | {
      readonly is: 'approved'
      readonly level: ProvenLevel
      readonly documents: DocumentData | 'as_told'
    }
  /** Refused for good. */
  | { readonly is: 'refused'; readonly level: ProvenLevel }
  | { readonly is: 'unknown'; readonly why: string }

/** The result of submitting a share token, by which another company shares its verification of a client. */
export type ShareOutcome =
  /** The client's status shows what it proves. */
  | { readonly is: 'taken' }
  | { readonly is: 'refused'; readonly why: string }
  /** Unknown: the client's status shows whether it was accepted. */
  | { readonly is: 'unknown'; readonly why: string }

/**
 * A provider that checks people's documents. It knows clients by our ids, so that every question can be repeated. A
 * change of a client's status arrives as a notice whose reference is the applicant's id; we then ask for the status. No
 * method throws; none is called inside a transaction.
 */
export type VerificationProvider = {
  /** The name that partners write in an address and that its notices carry: lower-case letters only. */
  readonly name: NoticeSource
  start(input: {
    readonly applicantId: string
    readonly email: string
    readonly level: ProvenLevel
    /** The page of ours that the client is sent to when it is done. */
    readonly returnUrl: string
  }): Promise<VerificationStart>
  status(applicantId: string): Promise<VerificationStatus>
  take(input: { readonly applicantId: string; readonly shareToken: string }): Promise<ShareOutcome>
}
