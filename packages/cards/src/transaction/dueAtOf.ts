import type { Transaction } from './Transaction.ts'

/** How long the buyer has for a challenge. */
export const CHALLENGE_MS = 30 * 60_000

/** When an authorisation whose answer never came is asked about first. */
const ASK_AFTER_MS = 60_000

/** When a payment that was given up is looked at once more, since its acquirer may have held the money after that. */
const LOOK_BACK_MS = 60 * 60_000

/** When a transaction itself has something to do next, as it stands. */
export function dueAtOf(transaction: Transaction, at: Date): Date | null {
  if (transaction.state === 'authorising') return new Date(at.getTime() + ASK_AFTER_MS)
  if (transaction.state === 'challenged') return new Date(transaction.createdAt.getTime() + CHALLENGE_MS)
  const isGivenUp =
    transaction.state === 'declined' && transaction.reason === 'Timeout' && !transaction.releasing
  return isGivenUp ? new Date(at.getTime() + LOOK_BACK_MS) : null
}
