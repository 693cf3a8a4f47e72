import type { Expiry } from '../Expiry.ts'
import type { Pan } from '../Pan.ts'
import { ReadOnce } from '../ReadOnce.ts'

/**
 * A card in a wallet: the number that the card's network gave the wallet in its place, and the wallet's proof that the
 * buyer agreed to this one payment.
 */
export type NetworkToken = {
  readonly is: 'network_token'
  /** The token's number, which is not the card's. */
  readonly pan: Pan
  /** The token's expiry, which is not the card's. */
  readonly expiry: Expiry
  readonly cryptogram: Cryptogram
  /** Electronic commerce indicator: two digits, such as `05`; null where the wallet gives none. */
  readonly eci: string | null
  readonly wallet: Wallet
}

export const wallets = ['apple_pay', 'google_pay'] as const
export type Wallet = (typeof wallets)[number]

/** The wallet's proof for one payment, in base64. */
export class Cryptogram extends ReadOnce {}
