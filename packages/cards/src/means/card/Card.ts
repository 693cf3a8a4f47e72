import type { Expiry } from '../Expiry.ts'
import type { Pan } from '../Pan.ts'
import { ReadOnce } from '../ReadOnce.ts'

/** A card by its own number, as the buyer typed it or as a wallet keeps it. */
export type Card = {
  readonly is: 'card'
  readonly pan: Pan
  readonly expiry: Expiry
  /** Null where the merchant could not have one, which some acquirers decline. */
  readonly cvv: Cvv | null
  /** The wallet that gave the number; null for one that was typed. Its bank asks the buyer (3-D Secure), since nobody has. */
  readonly wallet: 'google_pay' | null
}

/** A card's security code. */
export class Cvv extends ReadOnce {}
