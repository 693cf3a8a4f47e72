import { declineReasons, type DeclineReason } from '../../transaction/DeclineReason.ts'

/** Our decline reason for the upstream platform's text; `Declined by processing` for an unknown text. */
export function declineReasonOf(text: string): DeclineReason {
  return declineReasons.find((reason) => reason === text) ?? 'Declined by processing'
}
