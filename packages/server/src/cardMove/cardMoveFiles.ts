import * as z from 'zod/mini'

/*
 * The files between an exchange and its card platform, by which the saved cards of a partner follow it to another cell. A
 * card is named by the hash of its token, which charges nobody. Each file is of one move and one merchant, and is sealed
 * with that merchant's password (`passwordKeys.ts`).
 *
 *   old exchange ──list──► old platform ──(sealed cards)──► new platform ──tokens──► new exchange
 *   new exchange ──(receipt)──► old exchange ──release──► old platform, which forgets
 */

/** The SHA-256 of a card's token, 64 hex digits. */
export const tokenHash = z.string().check(z.regex(/^[0-9a-f]{64}$/))

const token = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const ofMove = { move: z.uuid(), merchant: z.guid() }

/** The cards that move, as the old exchange names them to its platform. */
export const cardList = {
  heading: z.strictObject({ format: z.literal('cambio card list 1'), ...ofMove }),
  part: z.strictObject({ is: z.literal('card'), hash: tokenHash }),
}

/** The token of each card at the new platform, for the new exchange. */
export const cardTokens = {
  heading: z.strictObject({ format: z.literal('cambio card tokens 1'), ...ofMove }),
  part: z.strictObject({ is: z.literal('token'), hash: tokenHash, token }),
}

/** The cards that nobody at the old exchange has saved any more, for its platform to forget. */
export const cardRelease = {
  heading: z.strictObject({
    format: z.literal('cambio card release 1'),
    ...ofMove,
    /** When the exchange looked. */
    at: z.iso.datetime(),
  }),
  part: z.strictObject({ is: z.literal('card'), hash: tokenHash }),
}
