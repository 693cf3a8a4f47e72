import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto'
import type { Random } from '../Random.ts'
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

/*
 * Small buffers are slices of a pool that lives as long as the process, so a text that went through one can be read
 * there long after. These two leave no copy behind.
 */

/** As `seal`, for a text. */
export function sealText(
  deps: { keyring: Keyring; random: Random },
  text: string,
  context: string,
): Envelope {
  return wiping(Buffer.from(text), (bytes) => seal(deps, bytes, context))
}

/** As `open`, for a text. */
export function openText(keyring: Keyring, envelope: Envelope, context: string): string {
  return wiping(open(keyring, envelope, context), (bytes) => bytes.toString())
}

/** Lets bytes be used once and overwrites them. */
export function wiping<Result>(bytes: Buffer, use: (bytes: Buffer) => Result): Result {
  try {
    return use(bytes)
  } finally {
    bytes.fill(0)
  }
}

/** Rewraps a data key under the current key-encryption key; the data that it sealed is not touched. */
export function rewrap(deps: { keyring: Keyring; random: Random }, wrapped: WrappedKey): WrappedKey {
  const kek = deps.keyring.current()
  const dataKey = unwrap(deps.keyring, wrapped)
  const wrappedKey = encrypt(kek.key, deps.random, dataKey, kek.id)
  dataKey.fill(0)
  return { keyId: kek.id, wrappedKey }
}

/**
 * AES-256-GCM with a fresh nonce; the context is authenticated, not stored. A key object is several times as fast as
 * bytes.
 */
export function encrypt(key: Uint8Array, random: Random, content: Uint8Array, context: string): Buffer {
  const nonce = random.bytes(12)
  const cipher = createCipheriv('aes-256-gcm', createSecretKey(key), nonce)
  cipher.setAAD(Buffer.from(context))
  const ciphertext = cipher.update(content)
  cipher.final() // GCM buffers nothing: this makes the tag.
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** @throws Error when key, content or context is not the one it was sealed with */
export function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', createSecretKey(key), sealed.subarray(0, 12), {
    authTagLength: 16,
  })
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(sealed.subarray(12, 28))
  const content = decipher.update(sealed.subarray(28))
  decipher.final() // GCM buffers nothing: this checks the tag.
  return content
}

function unwrap(keyring: Keyring, { keyId, wrappedKey }: WrappedKey): Buffer {
  const kek = keyring.find(keyId)
  if (kek === undefined) throw new Error(`The key-encryption key ${keyId} is not in the keyring.`)
  return decrypt(kek.key, wrappedKey, kek.id)
}
