/** A saved card's token at the card platform of this cell, and the hash of the one that it had in the other cell. */
export type MovedToken = { readonly hash: string; readonly token: string }

/** How saved cards follow a partner that moved to another cell. A hash is the SHA-256 of a token, 64 hex digits. */
export type CardMoves = {
  /** Lets the partner's buyers use their saved card of this hash from now on. @returns how many can */
  activate(partnerId: string, token: MovedToken): Promise<number>
  /** Forgets the cards that the partner's buyers saved here. @returns how many */
  forget(partnerId: string, hashes: readonly string[]): Promise<number>
  /** Those of the cards that no buyer here has saved. */
  unsaved(hashes: readonly string[]): Promise<readonly string[]>
}
