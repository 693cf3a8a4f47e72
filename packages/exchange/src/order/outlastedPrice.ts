/** How long a buyer may take to confirm a charge with the bank at the price that was charged, milliseconds. */
const CHALLENGE_MS = 5 * 60 * 1_000

/**
 * Whether a card's buyer had the bank's question before them for so long that they could wait for the market, and answer
 * it only if the price was a good one. A price that was charged holds for a few minutes more than it was shown for.
 * @param begunAt when the charge was begun; null where none was
 * @param at when the money comes, where that is not among the events yet
 */
export function hasOutlastedPrice(
  begunAt: Date | null,
  events: readonly { readonly fact: string; readonly at: Date }[],
  at: Date | null,
): boolean {
  if (begunAt === null) return false
  const ofAttempt = events.filter(({ at }) => at >= begunAt)
  const asked = ofAttempt.some(({ fact }) => fact === 'challenged')
  const answeredAt = ofAttempt.find(({ fact }) => fact === 'held' || fact === 'settled')?.at ?? at
  return asked && answeredAt !== null && answeredAt.getTime() - begunAt.getTime() > CHALLENGE_MS
}
