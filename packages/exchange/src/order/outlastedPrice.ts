/** How long a buyer may take to confirm a charge with the bank at the price that was charged, milliseconds. */
const CHALLENGE_MS = 5 * 60 * 1_000

/**
 * Whether a card's buyer took so long over the bank's challenge that they could have waited for the market, and
 * answered only if the price had become favourable. A price that was charged stays valid a few minutes longer than it
 * was shown for.
 * @param begunAt when the charge began; null where none did
 * @param at when the money is received, where no event records that yet
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
