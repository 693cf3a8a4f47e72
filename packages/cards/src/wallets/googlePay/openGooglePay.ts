import { createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { Cryptogram } from '../../means/networkToken/NetworkToken.ts'
import { Pan } from '../../means/Pan.ts'
import { sharedSecret } from '../P256.ts'
import type { WalletPayment } from '../WalletPayment.ts'
import { WalletRefused } from '../WalletRefused.ts'
import type { GooglePay } from './GooglePay.ts'
import {
  readMessage,
  readSignedMessage,
  readToken,
  type GooglePayMessage,
  type SignedMessage,
} from './googlePayToken.ts'
import { verifyGooglePay } from './verifyGooglePay.ts'

/**
 * Verifies and decrypts a token of Google Pay (ECv2). What it holds is a network token with its cryptogram, or a card's own
 * number, whose bank has asked the buyer nothing yet.
 * @param input.merchantId the client_key that a gateway's token has to name
 * @throws WalletRefused
 */
export function openGooglePay(
  google: GooglePay,
  { token: text, merchantId }: { readonly token: string; readonly merchantId: string },
  now: Date,
): WalletPayment {
  const token = readToken(text)
  verifyGooglePay(google, token, now)
  const message = readMessage(decrypted(google, readSignedMessage(token.signedMessage)))
  if (message.messageExpiration <= now) throw new WalletRefused('expired')
  if (google.recipientId.startsWith('gateway:') && message.gatewayMerchantId !== merchantId)
    throw new WalletRefused('other_recipient')
  const { messageId: tokenId, messageExpiration: endsAt } = message
  return { means: meansOf(message.paymentMethodDetails), tokenId, endsAt, approved: null }
}

/** @throws WalletRefused `altered` where the tag fits none of our keys */
function decrypted(
  { privateKeys }: GooglePay,
  { encryptedMessage, ephemeralPublicKey, tag }: SignedMessage,
): string {
  const sealed = Buffer.from(encryptedMessage, 'base64')
  const ephemeral = Buffer.from(ephemeralPublicKey, 'base64')
  for (const privateKey of privateKeys) {
    const { encryption, mac } = messageKeys(ephemeral, sharedSecret(privateKey, ephemeral))
    if (!same(createHmac('sha256', mac).update(sealed).digest(), Buffer.from(tag, 'base64'))) continue
    const decipher = createDecipheriv('aes-256-ctr', encryption, Buffer.alloc(16))
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString()
  }
  throw new WalletRefused('altered')
}

/** The keys of one message (ECIES-KEM): HKDF-SHA256 without salt, over the ephemeral key and the shared secret. */
export function messageKeys(
  ephemeral: Uint8Array,
  secret: Uint8Array,
): { readonly encryption: Buffer; readonly mac: Buffer } {
  const bytes = Buffer.from(
    hkdfSync('sha256', Buffer.concat([ephemeral, secret]), Buffer.alloc(32), 'Google', 64),
  )
  return { encryption: bytes.subarray(0, 32), mac: bytes.subarray(32) }
}

function meansOf(details: GooglePayMessage['paymentMethodDetails']): WalletPayment['means'] {
  const means = {
    pan: new Pan(details.pan),
    expiry: {
      month: String(details.expirationMonth).padStart(2, '0'),
      year: String(details.expirationYear),
    },
    wallet: 'google_pay',
  } as const
  if (details.authMethod === 'PAN_ONLY') return { ...means, is: 'card', cvv: null }
  return {
    ...means,
    is: 'network_token',
    cryptogram: new Cryptogram(details.cryptogram),
    eci: details.eciIndicator?.padStart(2, '0') ?? null,
  }
}

function same(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}
