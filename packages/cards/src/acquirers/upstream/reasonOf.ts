import { declineReasons, type DeclineReason } from '../../transaction/DeclineReason.ts'

/** The other platform's reason in our list, which is the same list where it is of this product. */
export function reasonOf(text: string): DeclineReason {
  return declineReasons.find((reason) => reason === text) ?? 'Declined by processing'
}
