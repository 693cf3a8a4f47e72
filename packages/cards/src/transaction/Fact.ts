import type { Challenge } from './Challenge.ts'
import type { DeclineReason } from './DeclineReason.ts'

/** Something that is known to have happened, or that a merchant asked for. Amounts are minor units. */
export type Fact =
  /** `inAnswer`: the SALE's own answer says it; otherwise the merchant learns it from a notification. */
  | { readonly is: 'authorised'; readonly reference: string; readonly inAnswer: boolean }
  /** `canceled`: the payer turned back where they were to confirm. */
  | {
      readonly is: 'declined'
      readonly reason: DeclineReason
      readonly inAnswer: boolean
      readonly canceled?: true
    }
  | { readonly is: 'challenged'; readonly reference: string; readonly challenge: Challenge }
  | { readonly is: 'capture_started'; readonly operationId: string | null; readonly units: bigint | null }
  | { readonly is: 'captured'; readonly operationId: string; readonly units: bigint }
  | {
      readonly is: 'capture_declined'
      readonly operationId: string
      readonly units: bigint
      readonly reason: DeclineReason
    }
  | { readonly is: 'return_requested'; readonly units: bigint | null }
  | { readonly is: 'reversed'; readonly operationId: string }
  | { readonly is: 'reversal_declined'; readonly operationId: string; readonly reason: DeclineReason }
  | { readonly is: 'refunded'; readonly operationId: string; readonly units: bigint }
  | {
      readonly is: 'refund_declined'
      readonly operationId: string
      readonly units: bigint
      readonly reason: DeclineReason
    }
  | { readonly is: 'released'; readonly operationId: string }
  | { readonly is: 'release_declined'; readonly operationId: string; readonly reason: DeclineReason }
  | {
      readonly is: 'charged_back'
      readonly units: bigint | null
      readonly reason: string
      readonly bankDate: string
    }
  /** The merchant won a dispute: what the bank had taken back is ours again. Null is all of it. */
  | { readonly is: 'dispute_won'; readonly units: bigint | null; readonly bankDate: string }
