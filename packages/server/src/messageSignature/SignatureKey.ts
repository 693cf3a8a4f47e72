import { createPublicKey, type KeyObject } from 'node:crypto'

/** The key that signs a merchant's messages, by the names of RFC 9421. */
export type SignatureKey =
  | { readonly algorithm: 'hmac-sha256'; readonly secret: Uint8Array }
  | { readonly algorithm: 'ed25519'; readonly publicKey: KeyObject }

export type SignatureAlgorithm = SignatureKey['algorithm']

/** A key from its stored bytes: an HMAC secret itself, or a public key in DER (SubjectPublicKeyInfo). */
export function signatureKeyOf(algorithm: SignatureAlgorithm, bytes: Buffer): SignatureKey {
  if (algorithm === 'hmac-sha256') return { algorithm, secret: bytes }
  return { algorithm, publicKey: createPublicKey({ key: bytes, format: 'der', type: 'spki' }) }
}
