import { brandOf } from './brand.ts'
import type { Expiry } from './Expiry.ts'
import type { MeansOfPayment } from './MeansOfPayment.ts'

/** What may be shown and stored of a means of payment. */
export type MeansView = {
  /** First 6, six stars, last 4. */
  readonly mask: string
  readonly brand: 'Visa' | 'MasterCard' | null
  readonly expiry: Expiry
  /** Country of the issuer, where a BIN table knows it. */
  readonly issuerCountry: string | null
}

export function viewOf({ pan, expiry }: MeansOfPayment): MeansView {
  return viewOfMask(pan.mask, expiry)
}

/** The view of a mask and an expiry: the brand follows from the first digits. */
export function viewOfMask(mask: string, expiry: Expiry): MeansView {
  return { mask, brand: brandOf(mask.slice(0, 6)), expiry, issuerCountry: null }
}
