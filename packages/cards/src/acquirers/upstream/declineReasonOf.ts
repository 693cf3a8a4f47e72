import { declineReasons, type DeclineReason } from '../../transaction/DeclineReason.ts'

/** The upstream platform's decline reason as one of our own; `Declined by processing` for a text that we do not know. */
export function declineReasonOf(text: string): DeclineReason {
  return declineReasons.find((reason) => reason === text) ?? 'Declined by processing'
}
