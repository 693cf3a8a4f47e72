import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import type { Random } from '@cambio/server/Random.ts'

/** The operations with the exchange's own keys. */
export type Keys = {
  /** Seals a text so that it opens only for this subject: its kind and its owner. */
  seal(subject: string, text: string): Buffer
  /** @throws Error if the subject differs, the key differs or the text was changed */
  open(subject: string, sealed: Uint8Array): string
  /** A keyed digest: equal for equal texts, and meaningless without the key. */
  fingerprint(subject: string, text: string): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16
const FORM = 1

/** The exchange's own keys, each for one use, 32 bytes. */
export type InnerKeys = { readonly seal: Uint8Array; readonly fingerprint: Uint8Array }

/** The inner keys of an older exchange, which had one key and stored no inner keys. @param key 32 bytes */
export function derivedKeys(key: Uint8Array): InnerKeys {
  if (key.byteLength !== 32) throw new RangeError('The key of the exchange has 32 bytes')
  return { seal: derived(key, 'seal'), fingerprint: derived(key, 'fingerprint') }
}

/** Operations with these keys. A key object is several times as fast as bytes. */
export function keysOf(deps: { random: Random }, inner: InnerKeys): Keys {
  const sealing = createSecretKey(inner.seal)
  const digesting = createSecretKey(inner.fingerprint)
  return {
    seal(subject, text) {
      const nonce = deps.random.bytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(subject))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(FORM), nonce, cipher.getAuthTag(), hidden])
    },
    open(subject, sealed) {
      const form = sealed[0]
      if (form !== FORM) throw new Error('What is sealed is not in a form this version knows')
      const nonce = sealed.subarray(1, 1 + NONCE_BYTES)
      const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', sealing, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(subject))
        .setAuthTag(tag)
      const hidden = sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)
      return Buffer.concat([decipher.update(hidden), decipher.final()]).toString('utf8')
    },
    fingerprint: (subject, text) =>
      createHmac('sha256', digesting).update(`${subject}\0`).update(text).digest(),
  }
}

function derived(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `cambio exchange ${purpose}`, 32))
}
