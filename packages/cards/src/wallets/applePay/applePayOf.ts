import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import type { Secret } from '@cambio/server/settings/Secret.ts'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'
import type { CardsEnvironment } from '../../program/environment.ts'
import { p256Keys } from '../p256Keys.ts'
import type { ApplePay } from './ApplePay.ts'
import { merchantSessions, type AppleNetwork } from './merchantSession.ts'

type Apple = Extract<ApplePay, { environment: 'apple' }>

/** Apple Pay as the environment configures it; undefined where it does not. @throws StartRefused, saying what to do */
export function applePayOf(environment: CardsEnvironment, network: AppleNetwork): Apple | undefined {
  const {
    MODE,
    CARDS_WALLET_COUNTRY: country,
    CARDS_APPLE_PAY_MERCHANT_ID: merchantIdentifier,
    CARDS_APPLE_PAY_CERTIFICATE: pem,
    CARDS_APPLE_PAY_KEY: keyText,
    CARDS_APPLE_PAY_PROCESSING_KEYS: processingKeys,
    CARDS_APPLE_PAY_PROCESSING_CERTIFICATE: processingPem,
    CARDS_APPLE_PAY_ROOT: rootPem,
    CARDS_APPLE_PAY_DOMAINS: domains,
  } = environment
  const given = [merchantIdentifier, pem, keyText, processingKeys, rootPem]
  if (given.every((setting) => setting === undefined) && domains.length === 0) return undefined
  if (
    merchantIdentifier === undefined ||
    pem === undefined ||
    keyText === undefined ||
    processingKeys === undefined ||
    rootPem === undefined ||
    country === undefined ||
    domains.length === 0
  )
    throw new StartRefused(
      'Apple Pay needs all of CARDS_APPLE_PAY_MERCHANT_ID, CARDS_APPLE_PAY_CERTIFICATE, CARDS_APPLE_PAY_KEY, CARDS_APPLE_PAY_PROCESSING_KEYS, CARDS_APPLE_PAY_ROOT, CARDS_APPLE_PAY_DOMAINS and CARDS_WALLET_COUNTRY.',
    )
  const privateKeys = p256Keys('CARDS_APPLE_PAY_PROCESSING_KEYS', processingKeys.reveal())
  const key = privateKeyIn(keyText)
  const root = certificateIn('CARDS_APPLE_PAY_ROOT', rootPem)
  checkRoot(root)
  const certificate = certificateIn('CARDS_APPLE_PAY_CERTIFICATE', pem)
  checkOwn('CARDS_APPLE_PAY_CERTIFICATE', certificate, merchantIdentifier)
  checkKey('CARDS_APPLE_PAY_CERTIFICATE', certificate, 'CARDS_APPLE_PAY_KEY', [key])
  const processing = processingPem && certificateIn('CARDS_APPLE_PAY_PROCESSING_CERTIFICATE', processingPem)
  if (processing) {
    checkOwn('CARDS_APPLE_PAY_PROCESSING_CERTIFICATE', processing, merchantIdentifier)
    const variable = 'CARDS_APPLE_PAY_PROCESSING_KEYS'
    checkKey('CARDS_APPLE_PAY_PROCESSING_CERTIFICATE', processing, variable, privateKeys)
  }
  const ends = [certificate, root, ...(processing ? [processing] : [])].map((one) => +one.validToDate)
  return {
    environment: 'apple',
    merchantIdentifier,
    privateKeys,
    root,
    country,
    domains,
    expiresAt: new Date(Math.min(...ends)),
    requestSession: merchantSessions({ merchantIdentifier, certificate: pem, key }, MODE, network),
  }
}

/** A certificate in PEM. @throws StartRefused */
function certificateIn(variable: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new StartRefused(
      `${variable} must be a certificate in PEM. Turn a .cer file of Apple’s into one with: openssl x509 -inform der -in FILE.cer`,
    )
  }
}

function privateKeyIn(text: Secret): KeyObject {
  try {
    return createPrivateKey(text.reveal())
  } catch {
    throw new StartRefused('CARDS_APPLE_PAY_KEY must be a private key in PEM, without a passphrase.')
  }
}

/** @throws StartRefused for a root that another certificate issued */
function checkRoot(root: X509Certificate): void {
  if (root.ca && root.checkIssued(root) && root.verify(root.publicKey)) return
  throw new StartRefused(
    'CARDS_APPLE_PAY_ROOT must be a root certificate: take Apple Root CA - G3 from https://www.apple.com/certificateauthority/.',
  )
}

/** @throws StartRefused for a certificate of another merchant, which its subject names */
function checkOwn(variable: string, { subject }: X509Certificate, merchantIdentifier: string): void {
  const names = subject.split('\n').flatMap((line) => line.slice(line.indexOf('=') + 1).split(':'))
  if (names.includes(merchantIdentifier)) return
  throw new StartRefused(
    `${variable} is not for ${merchantIdentifier}: create the certificate at Apple under this identifier, or correct CARDS_APPLE_PAY_MERCHANT_ID.`,
  )
}

/** @throws StartRefused where none of the keys is the certificate's */
function checkKey(
  variable: string,
  certificate: X509Certificate,
  keyVariable: string,
  keys: readonly KeyObject[],
): void {
  if (keys.some((key) => certificate.checkPrivateKey(key))) return
  throw new StartRefused(
    `${keyVariable} has no key of ${variable}: set it to the key with which that certificate was requested.`,
  )
}
