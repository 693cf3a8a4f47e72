import { isPublishedTestNumber } from '../means/publishedTestNumbers.ts'
import type { PlatformKeys } from './PlatformKeys.ts'

/**
 * What tells a card from others for one merchant, whatever its expiry: keyed, so that neither the merchant nor two of
 * them together can find the number. Null for a published test card, which is everybody's.
 */
export function cardFingerprint(
  keys: Pick<PlatformKeys, 'fingerprint'>,
  merchantId: string,
  number: string,
): string | null {
  if (isPublishedTestNumber(number)) return null
  return keys.fingerprint('merchant-card', `${merchantId} ${number}`).toString('base64url')
}
