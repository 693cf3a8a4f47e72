import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { WalletRefused } from '../WalletRefused.ts'
import type { GooglePay } from './GooglePay.ts'
import { readSignedKey, type GooglePayToken } from './googlePayToken.ts'

const SENDER = 'Google'

/**
 * Verifies that Google made a token for us: a root key signed the signing key, which has not expired and signed the message.
 * @throws WalletRefused `signing_key_not_signed`, `signing_key_expired`, `not_signed` (also for another recipient's token)
 */
export function verifyGooglePay(
  { rootKeys, recipientId }: Pick<GooglePay, 'rootKeys' | 'recipientId'>,
  { protocolVersion, signature, intermediateSigningKey, signedMessage }: GooglePayToken,
  now: Date,
): void {
  const { signedKey, signatures } = intermediateSigningKey
  const signedKeyBytes = signedBytes([SENDER, protocolVersion, signedKey])
  const roots = rootKeys.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
  if (!roots.some(({ key }) => signatures.some((made) => isSigned(signedKeyBytes, key, made))))
    throw new WalletRefused('signing_key_not_signed')
  const { keyValue, keyExpiration } = readSignedKey(signedKey)
  if (keyExpiration <= now) throw new WalletRefused('signing_key_expired')
  const message = signedBytes([SENDER, recipientId, protocolVersion, signedMessage])
  if (!isSigned(message, publicKeyOf(keyValue), signature)) throw new WalletRefused('not_signed')
}

/** What a signature of Google covers: each part behind its length in bytes, four bytes with the lowest first. */
export function signedBytes(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(Buffer.byteLength(part))
      return [length, Buffer.from(part)]
    }),
  )
}

function isSigned(bytes: Uint8Array, key: KeyObject, signature: string): boolean {
  return verify('sha256', bytes, key, Buffer.from(signature, 'base64'))
}

/** A public key as Google writes it: SubjectPublicKeyInfo in base64. @throws WalletRefused `unreadable` */
export function publicKeyOf(base64: string): KeyObject {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new WalletRefused('unreadable')
  }
}
