import { createCipheriv, createHmac, sign, type KeyObject } from 'node:crypto'
import type { Random } from '@cambio/server/Random.ts'
import type { GooglePay } from '../../wallets/googlePay/GooglePay.ts'
import { messageKeys } from '../../wallets/googlePay/openGooglePay.ts'
import { signedBytes } from '../../wallets/googlePay/verifyGooglePay.ts'
import { sharedSecret } from '../../wallets/P256.ts'
import { derivedKey } from './derivedKey.ts'
import type { WalletCard } from './walletCards.ts'

/* Google Pay as the sandbox plays it: the keys are the sandbox's own, everything else is as Google does it. */

const RECIPIENT = 'gateway:cambio-sandbox'
const VERSION = 'ECv2'
const TOKEN_MS = 30 * 60_000

/** What the platform opens the sandbox's own tokens with. */
export function simulatedGooglePay(secret: Uint8Array): GooglePay {
  return {
    environment: 'simulated',
    recipientId: RECIPIENT,
    privateKeys: [derivedKey(secret, 'google pay recipient').privateKey],
    rootKeys: [{ key: derivedKey(secret, 'google pay root').publicKey, expiresAt: null }],
  }
}

/** A token as Google's wallet gives it to the page, for one payment to one merchant. */
export function googleToken(
  { secret, random, now }: { readonly secret: Uint8Array; readonly random: Random; readonly now: Date },
  { card, merchantId }: { readonly card: WalletCard; readonly merchantId: string },
): string {
  const inTime = new Date(now.getTime() + TOKEN_MS)
  const root = derivedKey(secret, 'google pay root').privateKey
  const signing = derivedKey(secret, 'google pay signing')
  const signedKey = JSON.stringify({
    keyValue: signing.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    keyExpiration: String(inTime.getTime()),
  })
  const message = JSON.stringify({
    gatewayMerchantId: merchantId,
    messageExpiration: String(inTime.getTime()),
    messageId: random.uuid(),
    paymentMethod: 'CARD',
    paymentMethodDetails: detailsOf(card),
  })
  const recipientKey = derivedKey(secret, 'google pay recipient').point
  const signedMessage = JSON.stringify(encrypted(random, message, recipientKey))
  return JSON.stringify({
    protocolVersion: VERSION,
    signature: signed(signing.privateKey, ['Google', RECIPIENT, VERSION, signedMessage]),
    intermediateSigningKey: { signedKey, signatures: [signed(root, ['Google', VERSION, signedKey])] },
    signedMessage,
  })
}

function detailsOf({ number: pan, exp_month, exp_year, cryptogram }: WalletCard) {
  const card = { pan, expirationMonth: Number(exp_month), expirationYear: Number(exp_year) }
  if (cryptogram === null) return { ...card, authMethod: 'PAN_ONLY' }
  return { ...card, authMethod: 'CRYPTOGRAM_3DS', cryptogram, eciIndicator: '05' }
}

function encrypted(random: Random, message: string, recipient: Buffer) {
  const ephemeral = derivedKey(random.bytes(32), 'google pay ephemeral')
  const keys = messageKeys(ephemeral.point, sharedSecret(ephemeral.privateKey, recipient))
  const cipher = createCipheriv('aes-256-ctr', keys.encryption, Buffer.alloc(16))
  const sealed = Buffer.concat([cipher.update(message), cipher.final()])
  return {
    encryptedMessage: sealed.toString('base64'),
    ephemeralPublicKey: ephemeral.point.toString('base64'),
    tag: createHmac('sha256', keys.mac).update(sealed).digest('base64'),
  }
}

function signed(key: KeyObject, parts: readonly string[]): string {
  return sign('sha256', signedBytes(parts), key).toString('base64')
}
