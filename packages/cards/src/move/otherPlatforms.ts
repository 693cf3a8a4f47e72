import { createHash, type KeyObject } from 'node:crypto'
import type { PlatformKeys } from '../vault/PlatformKeys.ts'
import { privateKeyOf, publicKeyOf, type PublicKey } from './hpke.ts'

/*
 * Card platforms of one operator know each other by public keys in their settings. Cards are sealed to these keys and are
 * received from these keys alone, so that nobody who runs a command can name another one.
 */

/** This platform, as others know it. */
export type OwnPlatform = {
  readonly key: KeyObject
  readonly publicKey: PublicKey
  readonly fingerprint: string
}

export function ownPlatform({ cardMove }: Pick<PlatformKeys, 'cardMove'>): OwnPlatform {
  const key = privateKeyOf(cardMove)
  const publicKey = publicKeyOf(key)
  return { key, publicKey, fingerprint: fingerprintOf(publicKey) }
}

/** By which people name a platform: 32 hex digits. */
export function fingerprintOf(publicKey: PublicKey): string {
  return createHash('sha256').update(publicKey, 'base64url').digest('hex').slice(0, 32)
}

/** Which of the platforms in the settings has this fingerprint; undefined where none has. */
export function platformNamed(others: readonly PublicKey[], fingerprint: string): PublicKey | undefined {
  return others.find((key) => fingerprintOf(key) === fingerprint)
}
