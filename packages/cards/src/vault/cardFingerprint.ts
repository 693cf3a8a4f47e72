import { isPublishedTestNumber } from '../means/publishedTestNumbers.ts'
import type { PlatformKeys } from './PlatformKeys.ts'

/**
 * A fingerprint that is the same for the same card number, for one merchant. It is keyed, so that no merchants, not even
 * together, can find the number. Null for a published test card, which everybody uses.
 */
export function cardFingerprint(
  keys: Pick<PlatformKeys, 'fingerprint'>,
  merchantId: string,
  number: string,
): string | null {
  if (isPublishedTestNumber(number)) return null
  return keys.fingerprint('merchant-card', `${merchantId} ${number}`).toString('base64url')
}
