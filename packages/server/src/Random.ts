import { randomFillSync } from 'node:crypto'

/** Where randomness comes from. The system's is fit for keys; a test's is seeded. */
export type Random = { bytes(count: number): Uint8Array }

/**
 * The operating system's cryptographic generator, asked for a page at a time, since asking costs far more than the bytes.
 * What is handed out is wiped from the page.
 */
export const systemRandom: Random = { bytes: paged(4096) }

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

/** A URL-safe string without padding that carries at least `bits` random bits. */
export function token(random: Random, bits = 160): string {
  return Buffer.from(random.bytes(Math.ceil(bits / 8))).toString('base64url')
}

/** `count` random bytes as lower-case hexadecimal digits. */
export function hex(random: Random, count: number): string {
  return Buffer.from(random.bytes(count)).toString('hex')
}

/** A version 4 UUID (RFC 9562, section 5.4). */
export function uuid(random: Random): string {
  const digits = hex(random, 16)
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ].join('-')
}

/** `length` characters of `alphabet`, each equally likely: bytes that would favour its beginning are thrown away. */
export function code(random: Random, alphabet: string, length: number): string {
  if (alphabet.length < 2 || alphabet.length > 256)
    throw new RangeError('An alphabet has 2 to 256 characters.')
  const fair = 256 - (256 % alphabet.length)
  let picked = ''
  while (picked.length < length) {
    for (const byte of random.bytes(length - picked.length)) {
      if (byte < fair) picked += alphabet.charAt(byte % alphabet.length)
    }
  }
  return picked
}
