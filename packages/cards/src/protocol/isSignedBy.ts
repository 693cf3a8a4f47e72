import type { Merchant } from '../merchant/Merchant.ts'
import { sameHash, type Signer } from './hash.ts'

/** What a merchant may have signed with: its password, and the one before while that still holds. */
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
