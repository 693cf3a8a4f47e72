import type { Expiry } from '../Expiry.ts'
import type { Pan } from '../Pan.ts'
import { ReadOnce } from '../ReadOnce.ts'

/** A card by its own number, as the buyer typed it. */
export type Card = {
  readonly is: 'card'
  readonly pan: Pan
  readonly expiry: Expiry
  /** Null where the merchant could not have one, which some acquirers decline. */
  readonly cvv: Cvv | null
}

/** A card's security code. */
export class Cvv extends ReadOnce {}
