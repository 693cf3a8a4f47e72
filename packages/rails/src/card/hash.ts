import { createHash, timingSafeEqual } from 'node:crypto'
import type { PaidCard } from '@cambio/exchange/payin/machine/PayinData.ts'

/*
 * How a merchant signs its messages to the card platform and verifies the platform's notices. The protocol fixes MD5
 * unless the merchant is set to SHA-256; this is the exchange's only file with MD5. The hash proves the sender and the
 * card but not the amount, so a notice is only ever a reason to ask.
 */

/** What a merchant signs with. */
export type Signer = { readonly password: string; readonly hash: 'md5' | 'sha256' }

/** Signs a SALE by card token. */
export function hashSale(signer: Signer, email: string, cardToken: string): string {
  return digest(signer, backwards(email), signer.password, backwards(cardToken))
}

/**
 * Signs every message after the SALE, and every notice.
 * @param id the platform's trans_id, or the order_id in a question by order
 */
export function hashFollowUp(
  signer: Signer,
  email: string,
  id: string,
  card: Pick<PaidCard, 'mask'>,
): string {
  const ends = card.mask.slice(0, 6) + card.mask.slice(-4)
  return digest(signer, backwards(email), signer.password, id, backwards(ends))
}

/** Compares in constant time; hexadecimal digits count the same in either case. */
export function sameHash(expected: string, received: string): boolean {
  const expectedBytes = Buffer.from(expected.toLowerCase())
  const receivedBytes = Buffer.from(received.toLowerCase())
  return expectedBytes.length === receivedBytes.length && timingSafeEqual(expectedBytes, receivedBytes)
}

function digest(signer: Signer, ...terms: readonly (string | Uint8Array)[]): string {
  const message = Buffer.concat(terms.map((term) => Buffer.from(term)))
  for (const [index, byte] of message.entries()) {
    if (byte >= 0x61 && byte <= 0x7a) message[index] = byte - 0x20 // a-z alone: the rest of Unicode keeps its case.
  }
  return createHash(signer.hash).update(message).digest('hex')
}

/** Reverses a text byte by byte, as the protocol's reference clients do, also where a character has several bytes. */
function backwards(text: string): Uint8Array {
  return Buffer.from(text).toReversed()
}
