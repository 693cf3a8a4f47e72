import { randomFillSync } from 'node:crypto'

/** Randomness: bytes, and values made of them. The system's is fit for keys; a test's is seeded. */
export type Random = {
  bytes(count: number): Uint8Array
  /** URL-safe text without padding that has at least `bits` random bits, 160 by default. */
  token(bits?: number): string
  /** `count` random bytes as lower-case hexadecimal digits. */
  hex(count: number): string
  /** A version 4 UUID (RFC 9562, section 5.4). */
  uuid(): string
  /** A text of `length` characters out of `alphabet`, each equally likely. */
  pick(alphabet: string, length: number): string
}

/** All kinds of randomness from one source of bytes. */
export function randomFrom(bytes: Random['bytes']): Random {
  return {
    bytes,
    token: (bits = 160) => Buffer.from(bytes(Math.ceil(bits / 8))).toString('base64url'),
    hex: (count) => hexOf(bytes(count)),
    uuid: () => uuidOf(bytes(16)),
    pick: (alphabet, length) => pickFrom(bytes, alphabet, length),
  }
}

/**
 * The operating system's cryptographic generator, read one page at a time, since a call costs far more than the bytes.
 * Bytes are wiped from the page once used.
 */
export const systemRandom: Random = randomFrom(paged(4096))

function paged(size: number): Random['bytes'] {
  const page = new Uint8Array(size)
  let used = size
  return (count) => {
    if (count > size) return randomFillSync(new Uint8Array(count))
    if (used + count > size) {
      randomFillSync(page)
      used = 0
    }
    const taken = page.slice(used, used + count)
    page.fill(0, used, used + count)
    used += count
    return taken
  }
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function uuidOf(bytes: Uint8Array): string {
  const digits = hexOf(bytes)
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}

/** Bytes that would favour the beginning of the alphabet are discarded. */
function pickFrom(bytes: Random['bytes'], alphabet: string, length: number): string {
  if (alphabet.length < 2 || alphabet.length > 256)
    throw new RangeError('An alphabet has 2 to 256 characters.')
  const fair = 256 - (256 % alphabet.length)
  let picked = ''
  while (picked.length < length) {
    for (const byte of bytes(length - picked.length)) {
      if (byte < fair) picked += alphabet.charAt(byte % alphabet.length)
    }
  }
  return picked
}
