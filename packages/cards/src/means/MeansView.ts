import { brandOf } from './brand.ts'
import type { Expiry } from './Expiry.ts'
import type { MeansOfPayment } from './MeansOfPayment.ts'
import type { Wallet } from './networkToken/NetworkToken.ts'

/** What may be shown and stored of a means of payment. */
export type MeansView = {
  /** First 6, six stars, last 4. */
  readonly mask: string
  readonly brand: 'Visa' | 'MasterCard' | null
  readonly expiry: Expiry
  /** Country of the issuer, where a BIN table knows it. */
  readonly issuerCountry: string | null
  /** The wallet it was paid from. Null for a card that was typed. */
  readonly wallet: Wallet | null
}

export function viewOf(means: MeansOfPayment): MeansView {
  const { pan, expiry, wallet } = means
  return viewOfMask(pan.mask, expiry, wallet)
}

/** The view of a stored means of payment: the brand follows from the first digits. */
export function viewOfMask(mask: string, expiry: Expiry, wallet: Wallet | null): MeansView {
  return { mask, brand: brandOf(mask.slice(0, 6)), expiry, issuerCountry: null, wallet }
}
