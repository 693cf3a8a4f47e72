import { createHash, timingSafeEqual } from 'node:crypto'

/*
 * The protocol's own signature. It is an MD5 over secrets and a few fields because that is what every client of this
 * protocol family computes; it covers neither amount nor order_id. This is the platform's one file with MD5 in it.
 */

export type HashAlgorithm = 'md5' | 'sha256'

/** What stands behind a signature: the merchant's password and algorithm. */
export type Signer = { readonly password: string; readonly algorithm: HashAlgorithm }

/** The hash of a SALE. @param subject first 6 and last 4 digits of the card, or the whole card token */
export function saleHash(signer: Signer, email: string, subject: string): string {
  return digest(signer, [reversed(email), signer.password, reversed(subject)])
}

/**
 * The hash of everything after a SALE, notifications included.
 * @param id trans_id, or order_id where a transaction is asked for by order
 * @param subject first 6 and last 4 digits of the card, for sales by token too
 */
export function followUpHash(signer: Signer, email: string, id: string, subject: string): string {
  return digest(signer, [reversed(email), signer.password, id, reversed(subject)])
}

/** First 6 and last 4 digits out of a mask. */
export function subjectOf(mask: string): string {
  return mask.slice(0, 6) + mask.slice(-4)
}

/** Compares in constant time, whatever the case of the digits. */
export function sameHash(expected: string, received: string): boolean {
  const ours = Buffer.from(expected)
  const theirs = Buffer.from(received.toLowerCase())
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

function digest({ algorithm }: Signer, terms: readonly (string | Uint8Array)[]): string {
  const bytes = Buffer.concat(terms.map((term) => Buffer.from(term)))
  return createHash(algorithm).update(upperCased(bytes)).digest('hex')
}

/** Reversal goes by bytes, as PHP's strrev does. */
function reversed(text: string): Uint8Array {
  return Buffer.from(text).toReversed()
}

/** Only a to z become capitals; every other byte stays. */
function upperCased(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => (byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte))
}
