import type { Transaction } from './Transaction.ts'

/** How long the buyer has for a challenge. */
export const CHALLENGE_MS = 30 * 60_000

/** When the acquirer is first asked about an authorisation without an answer. */
const ASK_AFTER_MS = 60_000

/** When the acquirer is asked once more about a payment that was given up, since it may have held the money after that. */
const LOOK_BACK_MS = 60 * 60_000

/** When the acquirer has to be asked about a transaction next; null: not at all. */
export function dueAtOf(transaction: Transaction, at: Date): Date | null {
  if (transaction.state === 'authorising') return new Date(at.getTime() + ASK_AFTER_MS)
  if (transaction.state === 'challenged') return new Date(transaction.createdAt.getTime() + CHALLENGE_MS)
  const isGivenUp =
    transaction.state === 'declined' && transaction.reason === 'Timeout' && !transaction.releasing
  return isGivenUp ? new Date(at.getTime() + LOOK_BACK_MS) : null
}
