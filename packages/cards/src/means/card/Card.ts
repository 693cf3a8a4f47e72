import type { Expiry } from '../Expiry.ts'
import type { Pan } from '../Pan.ts'
import { ReadOnce } from '../ReadOnce.ts'

/** A card by its own number, as the buyer typed it or as a wallet keeps it. */
export type Card = {
  readonly is: 'card'
  readonly pan: Pan
  readonly expiry: Expiry
  /** Null where the merchant could not have one; some acquirers decline that. */
  readonly cvv: Cvv | null
  /** The wallet that provided the number; null for a typed one. A wallet's number still needs 3-D Secure. */
  readonly wallet: 'google_pay' | null
}

/** A card's security code. */
export class Cvv extends ReadOnce {}
