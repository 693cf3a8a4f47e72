import { signMessage } from '@cambio/server/messageSignature/signMessage.ts'
import { NOTIFICATION_TAG } from '@cambio/wire/partner/notification.ts'
import type { Merchant } from '../merchant/Merchant.ts'
import type { Platform } from '../Platform.ts'

/**
 * The headers that sign a notification as a whole (RFC 9421); none for a merchant without a signing secret. The
 * protocol's own hash covers only the card and the payer, and anyone who reads it could send it back to us in a
 * request. This signature is valid for a notification only. While a former secret is still valid, it signs too, since
 * we do not know which one the merchant checks with. Only the path of the address is covered, so that a merchant behind
 * a proxy can check it.
 */
export function signNotification(
  { clock, random }: Pick<Platform, 'clock' | 'random'>,
  { id: keyId, signatureKeys }: Pick<Merchant, 'id' | 'signatureKeys'>,
  { url, body }: { readonly url: string; readonly body: URLSearchParams },
): Record<string, string> {
  const secrets = signatureKeys.flatMap((key) => (key.algorithm === 'hmac-sha256' ? [key.secret] : []))
  if (secrets.length === 0) return {}
  const signer = { keyId, secrets, tag: NOTIFICATION_TAG, covers: '@path' } as const
  const message = { method: 'POST', url: new URL(url), body: Buffer.from(body.toString()) }
  return signMessage(signer, message, { now: clock.now(), nonce: random.uuid() })
}
