import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Random } from '@cambio/server/Random.ts'
import type { Keyring } from './Keyring.ts'

/*
 * Sealing for storage: AES-256-GCM under a data key of the record's own, and that key sealed under a key-encryption
 * key. Changing the key-encryption key re-seals 32 bytes a record and never touches the content.
 *
 *   sealed      = nonce (12) | tag (16) | ciphertext of the content, bound to `context`
 *   wrapped_key = nonce (12) | tag (16) | ciphertext of the data key, bound to the key-encryption key's id
 */

export type WrappedKey = { readonly keyId: string; readonly wrappedKey: Buffer }
export type Envelope = WrappedKey & { readonly sealed: Buffer }

/** Seals content for storage. @param context what it belongs to; opening under any other context fails */
export function seal(
  deps: { keyring: Keyring; random: Random },
  content: Uint8Array,
  context: string,
): Envelope {
  const kek = deps.keyring.current()
  const dataKey = deps.random.bytes(32)
  const envelope = {
    keyId: kek.id,
    wrappedKey: encrypt(kek.key, deps.random, dataKey, kek.id),
    sealed: encrypt(dataKey, deps.random, content, context),
  }
  dataKey.fill(0)
  return envelope
}

/** Opens what `seal` made. @throws Error when the key is gone, or anything was changed or swapped */
export function open(keyring: Keyring, envelope: Envelope, context: string): Buffer {
  const dataKey = unwrap(keyring, envelope)
  const content = decrypt(dataKey, envelope.sealed, context)
  dataKey.fill(0)
  return content
}

/** A data key under the current key-encryption key; what it sealed is not touched. */
export function rewrap(deps: { keyring: Keyring; random: Random }, wrapped: WrappedKey): WrappedKey {
  const kek = deps.keyring.current()
  const dataKey = unwrap(deps.keyring, wrapped)
  const wrappedKey = encrypt(kek.key, deps.random, dataKey, kek.id)
  dataKey.fill(0)
  return { keyId: kek.id, wrappedKey }
}

/** AES-256-GCM with a fresh nonce; the context is authenticated, not stored. */
export function encrypt(key: Uint8Array, random: Random, content: Uint8Array, context: string): Buffer {
  const nonce = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  cipher.setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** @throws Error when key, content or context is not the one it was sealed with */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
}

function unwrap(keyring: Keyring, { keyId, wrappedKey }: WrappedKey): Buffer {
  const kek = keyring.find(keyId)
  if (kek === undefined) throw new Error(`The key-encryption key ${keyId} is not in the keyring.`)
  return decrypt(kek.key, wrappedKey, kek.id)
}
