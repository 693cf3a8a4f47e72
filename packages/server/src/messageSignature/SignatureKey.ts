import { createPublicKey, type KeyObject } from 'node:crypto'

/** What a merchant's messages are signed with, by the names of RFC 9421. */
export type SignatureKey =
  | { readonly algorithm: 'hmac-sha256'; readonly secret: Uint8Array }
  | { readonly algorithm: 'ed25519'; readonly publicKey: KeyObject }

export type SignatureAlgorithm = SignatureKey['algorithm']

/** A key from the bytes it is kept as: an HMAC secret itself, a public key in DER (SubjectPublicKeyInfo). */
export function signatureKeyOf(algorithm: SignatureAlgorithm, bytes: Buffer): SignatureKey {
  if (algorithm === 'hmac-sha256') return { algorithm, secret: bytes }
  return { algorithm, publicKey: createPublicKey({ key: bytes, format: 'der', type: 'spki' }) }
}
