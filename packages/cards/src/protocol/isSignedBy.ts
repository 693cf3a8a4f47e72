import type { Merchant } from '../merchant/Merchant.ts'
import { sameHash, type Signer } from './hash.ts'

/** The passwords that a merchant may sign with: the present one, and the former one while it is valid. */
export function signersOf({ signer, formerSigner }: Pick<Merchant, 'signer' | 'formerSigner'>): Signer[] {
  return formerSigner === null ? [signer] : [signer, formerSigner]
}

/** Whether a merchant made this hash by one of its passwords. */
export function isSignedBy(
  merchant: Pick<Merchant, 'signer' | 'formerSigner'>,
  hashBy: (signer: Signer) => string,
  hash: string,
): boolean {
  return signersOf(merchant).some((signer) => sameHash(hashBy(signer), hash))
}
