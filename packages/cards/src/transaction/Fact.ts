import type { Challenge } from './Challenge.ts'
import type { DeclineReason } from './DeclineReason.ts'

/** What is known to have happened, or what a merchant requested. Amounts are minor units. */
export type Fact =
  /** `inAnswer`: the SALE's answer says it; otherwise a notification does. */
  | { readonly is: 'authorised'; readonly reference: string; readonly inAnswer: boolean }
  /** `canceled`: the payer canceled the challenge. */
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
  /** The merchant won a dispute: the chargeback is returned. `units` null: all of it. */
  | { readonly is: 'dispute_won'; readonly units: bigint | null; readonly bankDate: string }
