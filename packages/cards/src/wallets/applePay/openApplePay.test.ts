import { generateKeyPairSync } from 'node:crypto'
import { systemRandom } from '@cambio/server/Random.ts'
import { ContentInfo, SignedData } from '@peculiar/asn1-cms'
import { AsnConvert } from '@peculiar/asn1-schema'
import { describe, expect, test } from 'vitest'
import { appleToken, detachedSignature, simulatedApplePay } from '../../sandbox/wallets/appleWallet.ts'
import { walletCards } from '../../sandbox/wallets/walletCards.ts'
import type { ApplePay } from './ApplePay.ts'
import type { ApplePayToken } from './applePayToken.ts'
import { openApplePay } from './openApplePay.ts'
import { signedContent } from './verifyApplePay.ts'

const secret = new Uint8Array(32).fill(5)
const now = new Date('2026-03-01T09:30:00Z')
const apple = simulatedApplePay(secret)
const [card] = walletCards('apple_pay')

function made(): ApplePayToken {
  if (card === undefined) throw new Error('The wallet is empty.')
  const sale = { card, money: { units: 10_000n, currency: 'EUR' } }
  return JSON.parse(appleToken({ secret, random: systemRandom, now }, sale))
}

const open = (token: ApplePayToken, config: ApplePay = apple, at = now) =>
  openApplePay(config, JSON.stringify(token), at)

/** The token signed anew by Apple, with what was changed in it. */
function signedAgain(token: ApplePayToken, by = secret, at = now): ApplePayToken {
  return { ...token, signature: detachedSignature(by, signedContent(token), at) }
}

function bent(base64: string, place = 20): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes.toString('base64')
}

function withHeader(token: ApplePayToken, change: Partial<ApplePayToken['header']>): ApplePayToken {
  return { ...token, header: { ...token.header, ...change } }
}

/** The place of the last byte of a text in base64, which of a signature is the last one's own. */
const lastOf = (base64: string) => Buffer.from(base64, 'base64').length - 1

describe('a token of Apple Pay', () => {
  test('a token is opened to a network token with its proof, its id and what the buyer approved', () => {
    const token = made()
    const { means, tokenId, approved } = open(token)
    expect(means).toMatchObject({
      is: 'network_token',
      wallet: 'apple_pay',
      expiry: { month: '01', year: '2038' },
      eci: '05',
    })
    expect(means.pan.reveal()).toBe('4895370012003478')
    expect(means.is === 'network_token' && means.cryptogram.take()).toBe(card?.cryptogram)
    expect(tokenId).toBe(token.header.transactionId)
    expect(approved).toEqual({ units: 10_000n, currency: 'EUR' })
  })

  test.each<[string, string, (token: ApplePayToken) => ApplePayToken]>([
    ['bent data', 'not_signed', (token) => ({ ...token, data: bent(token.data) })],
    [
      'data that was bent before it was signed',
      'altered',
      (token) => signedAgain({ ...token, data: bent(token.data) }),
    ],
    [
      'another ephemeral key',
      'not_signed',
      (token) => withHeader(token, { ephemeralPublicKey: made().header.ephemeralPublicKey }),
    ],
    [
      'an ephemeral key off the curve that was signed',
      'unreadable',
      (token) => {
        const ephemeralPublicKey = bent(token.header.ephemeralPublicKey, 60)
        return signedAgain(withHeader(token, { ephemeralPublicKey }))
      },
    ],
    ['another transaction', 'not_signed', (token) => withHeader(token, { transactionId: 'ab' })],
    ['application data of another', 'not_signed', (token) => withHeader(token, { applicationData: 'ab' })],
    [
      'a bent signature',
      'not_signed',
      (token) => ({ ...token, signature: bent(token.signature, lastOf(token.signature)) }),
    ],
    ['a signature that is none', 'unreadable', (token) => ({ ...token, signature: 'AAAA' })],
    [
      'another key’s hash',
      'other_key',
      (token) => withHeader(token, { publicKeyHash: bent(token.header.publicKeyHash) }),
    ],
    ['another version', 'unreadable', (token) => Object.assign(token, { version: 'RSA_v1' })],
    [
      'certificates of another root',
      'signing_key_not_signed',
      (token) => signedAgain(token, new Uint8Array(32).fill(6)),
    ],
    [
      'a signature of six minutes ago',
      'expired',
      (token) => signedAgain(token, secret, new Date(now.getTime() - 6 * 60_000)),
    ],
    [
      'a signature of six minutes from now',
      'expired',
      (token) => signedAgain(token, secret, new Date(now.getTime() + 6 * 60_000)),
    ],
  ])('with %s is refused as %s', (_, reason, change) => {
    expect(() => open(change(made()))).toThrow(expect.objectContaining({ reason }))
  })

  test.each([
    ['the one that signed', 0],
    ['the one below the root', 1],
  ])('is refused where the signature of a certificate is bent: %s', (_, which) => {
    const token = made()
    const info = AsnConvert.parse(Buffer.from(token.signature, 'base64'), ContentInfo)
    const signedData = AsnConvert.parse(info.content, SignedData)
    const certificate = signedData.certificates?.[which]?.certificate
    if (certificate === undefined) throw new Error('There is no such certificate.')
    const bytes = new Uint8Array(certificate.signatureValue)
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    certificate.signatureValue = bytes.buffer
    info.content = AsnConvert.serialize(signedData)
    const signature = Buffer.from(AsnConvert.serialize(info)).toString('base64')
    expect(() => open({ ...token, signature })).toThrow(
      expect.objectContaining({ reason: 'signing_key_not_signed' }),
    )
  })

  test('a token is refused once the certificates have expired', () => {
    const later = new Date('2049-06-01T00:00:00Z')
    expect(() => open(signedAgain(made(), secret, later), apple, later)).toThrow(
      expect.objectContaining({ reason: 'signing_key_expired' }),
    )
  })

  test('a token is refused for another merchant, whose name is in its key, and for another key', () => {
    const others = [
      { ...apple, merchantIdentifier: 'merchant.another' },
      { ...apple, privateKeys: [] },
    ]
    const [byName, byKey] = others
    expect(() => open(made(), byName)).toThrow(expect.objectContaining({ reason: 'altered' }))
    expect(() => open(made(), byKey)).toThrow(expect.objectContaining({ reason: 'other_key' }))
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const token = made()
    expect(open(token, { ...apple, privateKeys: [privateKey, ...apple.privateKeys] }).means.is).toBe(
      'network_token',
    )
  })
})
