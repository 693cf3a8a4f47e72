import type { ProvenLevel } from '../client/Client.ts'
import type { DocumentData } from '../client/DocumentData.ts'
import type { NoticeSource } from '../notice/Notice.ts'

/** Where a client proves who it is. */
export type VerificationStart =
  | { readonly is: 'started'; readonly url: string }
  /** It was not, and `why` says it in words for the operator. */
  | { readonly is: 'refused'; readonly why: string }
  /** Nobody knows. Starting again is safe: it is the same person, under the same id. */
  | { readonly is: 'unknown'; readonly why: string }

/** What the provider says of a client now. */
export type VerificationStatus =
  /** It knows no such client, or one by levels alone that are not ours. */
  | { readonly is: 'none' }
  /** Not decided: the client has something to do, also once more, or the provider has. */
  | { readonly is: 'open'; readonly level: ProvenLevel }
  /** `as_told`: a sandbox's stand-in, which reads no documents and takes the client at its word. */
  | {
      readonly is: 'approved'
      readonly level: ProvenLevel
      readonly documents: DocumentData | 'as_told'
    }
  /** Refused for good. */
  | { readonly is: 'refused'; readonly level: ProvenLevel }
  | { readonly is: 'unknown'; readonly why: string }

/** The result of a share token, by which another company hands over its verification of a client. */
export type ShareOutcome =
  /** The client's status tells what it is worth. */
  | { readonly is: 'taken' }
  | { readonly is: 'refused'; readonly why: string }
  /** Nobody knows: the client's status tells whether it was taken. */
  | { readonly is: 'unknown'; readonly why: string }

/**
 * Who checks people's documents. It knows clients by our ids, so that everything can be asked again. That a client's
 * status changed comes as a notice whose reference is the applicant's id; what is true is asked then.
 * No method throws; none is called inside a transaction.
 */
export type VerificationProvider = {
  /** As partners write it in an address, and as its notices come: lower-case letters alone. */
  readonly name: NoticeSource
  start(input: {
    readonly applicantId: string
    readonly email: string
    readonly level: ProvenLevel
    /** Where the client is sent once it is done: a page of ours. */
    readonly returnUrl: string
  }): Promise<VerificationStart>
  status(applicantId: string): Promise<VerificationStatus>
  take(input: { readonly applicantId: string; readonly shareToken: string }): Promise<ShareOutcome>
}
