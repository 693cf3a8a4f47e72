import { createDecipheriv, createHash, createPublicKey, diffieHellman, type KeyObject } from 'node:crypto'
import { Cryptogram } from '../../means/networkToken/NetworkToken.ts'
import { Pan } from '../../means/Pan.ts'
import type { WalletPayment } from '../WalletPayment.ts'
import { WalletRefused } from '../WalletRefused.ts'
import type { ApplePay } from './ApplePay.ts'
import { readPayment, readToken, type ApplePayToken } from './applePayToken.ts'
import { currencyOfNumber } from './currencyNumbers.ts'
import { SIGNED_WITHIN_MS, verifyApplePay } from './verifyApplePay.ts'

/**
 * Verifies and decrypts a token of Apple Pay (EC_v1). What it holds is a network token with its cryptogram, and the amount
 * that the buyer approved.
 * @throws WalletRefused
 */
export function openApplePay(apple: ApplePay, text: string, now: Date): WalletPayment {
  const token = readToken(text)
  const signedAt = verifyApplePay(apple.root, token, now)
  const payment = readPayment(decrypted(apple, token))
  const currency = currencyOfNumber(payment.currencyCode)
  if (currency === undefined) throw new WalletRefused('other_amount')
  const date = payment.applicationExpirationDate
  return {
    means: {
      is: 'network_token',
      pan: new Pan(payment.applicationPrimaryAccountNumber),
      expiry: { month: date.slice(2, 4), year: `20${date.slice(0, 2)}` },
      cryptogram: new Cryptogram(payment.paymentData.onlinePaymentCryptogram),
      eci: payment.paymentData.eciIndicator?.padStart(2, '0') ?? null,
      wallet: 'apple_pay',
    },
    tokenId: token.header.transactionId.toLowerCase(),
    endsAt: new Date(signedAt.getTime() + SIGNED_WITHIN_MS + 1),
    approved: { units: BigInt(payment.transactionAmount), currency },
  }
}

/** @throws WalletRefused `other_key` where it is encrypted to none of ours, `altered` where its tag does not fit */
function decrypted({ privateKeys, merchantIdentifier }: ApplePay, { data, header }: ApplePayToken): string {
  const privateKey = privateKeys.find((key) => publicKeyHash(key) === header.publicKeyHash)
  if (privateKey === undefined) throw new WalletRefused('other_key')
  const key = messageKey(secretOf(privateKey, header.ephemeralPublicKey), merchantIdentifier)
  const sealed = Buffer.from(data, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.alloc(16), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    throw new WalletRefused('altered')
  }
}

const TAG_BYTES = 16

/** By what a token names the key that it is encrypted to. */
export function publicKeyHash(privateKey: KeyObject): string {
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return createHash('sha256').update(spki).digest('base64')
}

/** @throws WalletRefused `unreadable` for a key that is none, or of another curve */
function secretOf(privateKey: KeyObject, ephemeral: string): Buffer {
  try {
    const publicKey = createPublicKey({ key: Buffer.from(ephemeral, 'base64'), format: 'der', type: 'spki' })
    return diffieHellman({ privateKey, publicKey })
  } catch {
    throw new WalletRefused('unreadable')
  }
}

/** The key of one message: the single-step KDF of NIST SP 800-56A with SHA-256, in one round. */
export function messageKey(secret: Uint8Array, merchantIdentifier: string): Buffer {
  const party = createHash('sha256').update(merchantIdentifier).digest()
  const round = Buffer.from([0, 0, 0, 1])
  return createHash('sha256')
    .update(Buffer.concat([round, secret, Buffer.from('\x0did-aes256-GCMApple'), party]))
    .digest()
}
