import { createHash, timingSafeEqual } from 'node:crypto'
import { parseDictionary } from 'structured-headers'

const hashes = new Map([
  ['sha-256', 'sha256'],
  ['sha-512', 'sha512'],
])

/** The Content-Digest field (RFC 9530) of a body. */
export function contentDigest(body: Uint8Array): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
}

/**
 * Whether a Content-Digest field (RFC 9530) matches a body: every digest with a known algorithm has to, and there has
 * to be one.
 * @throws Error when it cannot be read
 */
export function fitsBody(contentDigest: string, body: Uint8Array): boolean {
  const readable = [...parseDictionary(contentDigest)].filter(([algorithm]) => hashes.has(algorithm))
  return readable.length > 0 && readable.every(([algorithm, [digest]]) => isDigest(algorithm, digest, body))
}

function isDigest(algorithm: string, digest: unknown, body: Uint8Array): boolean {
  if (!(digest instanceof ArrayBuffer)) return false
  const expected = createHash(hashes.get(algorithm) ?? '')
    .update(body)
    .digest()
  const received = Buffer.from(digest)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
