import { createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { systemRandom } from '@cambio/server/Random.ts'
import { describe, expect, test } from 'vitest'
import { derivedKey } from '../../sandbox/wallets/derivedKey.ts'
import { googleToken, simulatedGooglePay } from '../../sandbox/wallets/googleWallet.ts'
import { walletCards } from '../../sandbox/wallets/walletCards.ts'
import type { GooglePayToken } from './googlePayToken.ts'
import { openGooglePay } from './openGooglePay.ts'
import { signedBytes } from './verifyGooglePay.ts'

const secret = new Uint8Array(32).fill(5)
const now = new Date('2026-03-01T09:30:00Z')
const later = new Date(now.getTime() + 3_600_000)
const merchantId = '11111111-1111-4111-8111-111111111111'
const google = simulatedGooglePay(secret)
const [card, , , numberAlone] = walletCards('google_pay')
const signingKey = derivedKey(secret, 'google pay signing').privateKey
const rootKey = derivedKey(secret, 'google pay root').privateKey

function made(chosen = card): GooglePayToken {
  if (chosen === undefined) throw new Error('The wallet is empty.')
  return JSON.parse(googleToken({ secret, random: systemRandom, now }, { card: chosen, merchantId }))
}

const open = (token: GooglePayToken, config = google, at = now) =>
  openGooglePay(config, { token: JSON.stringify(token), merchantId }, at)

const signed = (key: KeyObject, parts: readonly string[]) =>
  sign('sha256', signedBytes(parts), key).toString('base64')

/** The token with another signed message, signed as Google would for a recipient. */
function withMessage(token: GooglePayToken, signedMessage: string, recipient = google.recipientId) {
  const signature = signed(signingKey, ['Google', recipient, 'ECv2', signedMessage])
  return { ...token, signedMessage, signature }
}

/** The token with another signing key, signed by the root. */
function withSigningKey(token: GooglePayToken, change: object): GooglePayToken {
  const signedKey = JSON.stringify({ ...JSON.parse(token.intermediateSigningKey.signedKey), ...change })
  const signatures = [signed(rootKey, ['Google', 'ECv2', signedKey])]
  return { ...token, intermediateSigningKey: { signedKey, signatures } }
}

/** Base64 of the same bytes, with one bit of one of them another. */
function bent(base64: string, place = 20): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes.toString('base64')
}

function member(text: string, name: string): string {
  return String((JSON.parse(text) as Record<string, unknown>)[name])
}

function changed(text: string, name: string, value: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), [name]: value })
}

describe('a token of Google Pay', () => {
  test('a token is opened to a network token with its proof, and its id and end', () => {
    const { means, tokenId, endsAt } = open(made())
    expect(means).toMatchObject({
      is: 'network_token',
      wallet: 'google_pay',
      expiry: { month: '01', year: '2038' },
      eci: '05',
    })
    expect(means.pan.reveal()).toBe('4895370012003478')
    expect(means.is === 'network_token' && means.cryptogram.take()).toBe(card?.cryptogram)
    expect(tokenId).not.toBe('')
    expect(endsAt > now).toBe(true)
  })

  test('a token is opened to a card without a security code where Google has the card’s own number alone', () => {
    const { means } = open(made(numberAlone))
    expect(means).toMatchObject({ is: 'card', cvv: null, wallet: 'google_pay' })
  })

  test('a token is opened by a key of before while another takes its place', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const both = { ...google, privateKeys: [privateKey, ...google.privateKeys] as const }
    expect(open(made(), both).means.is).toBe('network_token')
  })

  test.each<[string, string, (token: GooglePayToken) => GooglePayToken]>([
    [
      'a bent signature of the message',
      'not_signed',
      (token) => ({ ...token, signature: bent(token.signature) }),
    ],
    [
      'a bent message',
      'not_signed',
      ({ signedMessage, ...token }) => {
        const sealed = bent(member(signedMessage, 'encryptedMessage'))
        return { ...token, signedMessage: changed(signedMessage, 'encryptedMessage', sealed) }
      },
    ],
    [
      'a message that was bent before it was signed',
      'altered',
      (token) => {
        const sealed = bent(member(token.signedMessage, 'encryptedMessage'))
        return withMessage(token, changed(token.signedMessage, 'encryptedMessage', sealed))
      },
    ],
    [
      'a tag that was bent before it was signed',
      'altered',
      (token) =>
        withMessage(token, changed(token.signedMessage, 'tag', bent(member(token.signedMessage, 'tag')))),
    ],
    [
      'an ephemeral key that is not on the curve',
      'unreadable',
      (token) => {
        const point = bent(member(token.signedMessage, 'ephemeralPublicKey'))
        return withMessage(token, changed(token.signedMessage, 'ephemeralPublicKey', point))
      },
    ],
    [
      'a signature for another recipient',
      'not_signed',
      (token) => withMessage(token, token.signedMessage, 'gateway:another'),
    ],
    [
      'a bent signing key',
      'signing_key_not_signed',
      ({ intermediateSigningKey: { signedKey, signatures }, ...token }) => {
        const keyValue = bent(member(signedKey, 'keyValue'), 60)
        const other = { signedKey: changed(signedKey, 'keyValue', keyValue), signatures }
        return { ...token, intermediateSigningKey: other }
      },
    ],
    [
      'a bent signature of the signing key',
      'signing_key_not_signed',
      ({ intermediateSigningKey: { signedKey, signatures }, ...token }) => {
        const other = { signedKey, signatures: signatures.map((made) => bent(made)) }
        return { ...token, intermediateSigningKey: other }
      },
    ],
    [
      'a signing key that has expired',
      'signing_key_expired',
      (token) => withSigningKey(token, { keyExpiration: String(now.getTime()) }),
    ],
    ['another version', 'unreadable', (token) => Object.assign(token, { protocolVersion: 'ECv1' })],
  ])('with %s is refused as %s', (_, reason, change) => {
    expect(() => open(change(made()))).toThrow(expect.objectContaining({ reason }))
  })

  test('a token is refused once it has expired, although the key that signed it has not', () => {
    const token = withSigningKey(made(), { keyExpiration: String(later.getTime() + 1) })
    expect(() => open(token, google, later)).toThrow(expect.objectContaining({ reason: 'expired' }))
  })

  test('a token is refused where its root is none of ours, or has expired', () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const roots = [
      [{ key: publicKey, expiresAt: null }],
      google.rootKeys.map(({ key }) => ({ key, expiresAt: now })),
    ]
    for (const rootKeys of roots)
      expect(() => open(made(), { ...google, rootKeys })).toThrow(
        expect.objectContaining({ reason: 'signing_key_not_signed' }),
      )
  })

  test('a token is refused where it is encrypted to another’s key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const other = {
      ...google,
      privateKeys: [createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' }))] as const,
    }
    expect(() => open(made(), other)).toThrow(expect.objectContaining({ reason: 'altered' }))
  })

  test('a token is refused where the gateway’s merchant is another one', () => {
    const token = JSON.stringify(made())
    const merchant = '22222222-2222-4222-8222-222222222222'
    expect(() => openGooglePay(google, { token, merchantId: merchant }, now)).toThrow(
      expect.objectContaining({ reason: 'other_recipient' }),
    )
  })
})
