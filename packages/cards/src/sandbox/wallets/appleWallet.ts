import { createCipheriv, createHash, diffieHellman, sign } from 'node:crypto'
import type { Random } from '@cambio/server/Random.ts'
import type { Money } from '@cambio/wire/Money.ts'
import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  EncapsulatedContentInfo,
  id_data,
  id_signedData,
  IssuerAndSerialNumber,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  DigestAlgorithmIdentifiers,
} from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier, Time } from '@peculiar/asn1-x509'
import type { ApplePay } from '../../wallets/applePay/ApplePay.ts'
import type { ApplePayToken } from '../../wallets/applePay/applePayToken.ts'
import { numberOfCurrency } from '../../wallets/applePay/currencyNumbers.ts'
import { messageKey, publicKeyHash } from '../../wallets/applePay/openApplePay.ts'
import { signedAttributes } from '../../wallets/applePay/signedAttributes.ts'
import { MESSAGE_DIGEST_OID, signedContent, SIGNING_TIME_OID } from '../../wallets/applePay/verifyApplePay.ts'
import { appleCertificates, bytesOf, ecdsaSha256, LEAF } from './appleCertificates.ts'
import { derivedKey } from './derivedKey.ts'
import type { WalletCard } from './walletCards.ts'

/* Apple Pay as the sandbox plays it: keys and certificates are the sandbox's own, everything else is as Apple does it. */

const MERCHANT = 'merchant.cambio.sandbox'

/** What the platform opens the sandbox's own tokens with. */
export function simulatedApplePay(secret: Uint8Array): ApplePay {
  return {
    environment: 'simulated',
    merchantIdentifier: MERCHANT,
    privateKeys: [derivedKey(secret, 'apple pay merchant').privateKey],
    root: appleCertificates(secret).root,
  }
}

/** A token as Apple's wallet gives it to the page, for one payment. */
export function appleToken(
  { secret, random, now }: { readonly secret: Uint8Array; readonly random: Random; readonly now: Date },
  { card, money }: { readonly card: WalletCard; readonly money: Money },
): string {
  const merchant = derivedKey(secret, 'apple pay merchant')
  const ephemeral = derivedKey(random.bytes(32), 'apple pay ephemeral')
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: merchant.publicKey })
  const cipher = createCipheriv('aes-256-gcm', messageKey(shared, MERCHANT), Buffer.alloc(16))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(paymentOf(card, money))), cipher.final()])
  const content = {
    data: Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64'),
    header: {
      ephemeralPublicKey: ephemeral.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
      publicKeyHash: publicKeyHash(merchant.privateKey),
      transactionId: Buffer.from(random.bytes(32)).toString('hex'),
    },
  }
  const signature = detachedSignature(secret, signedContent(content), now)
  return JSON.stringify({ version: 'EC_v1', ...content, signature } satisfies ApplePayToken)
}

function paymentOf({ number, exp_month, exp_year, cryptogram }: WalletCard, { units, currency }: Money) {
  return {
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: `${exp_year.slice(2)}${exp_month}28`,
    currencyCode: numberOfCurrency(currency),
    transactionAmount: Number(units),
    deviceManufacturerIdentifier: '040010030273',
    paymentDataType: '3DSecure',
    paymentData: { onlinePaymentCryptogram: cryptogram, eciIndicator: '5' },
  }
}

/** A PKCS#7 signature over content that stands beside it (RFC 5652), in base64. */
export function detachedSignature(secret: Uint8Array, content: Uint8Array, at: Date): string {
  const { intermediate, leaf } = appleCertificates(secret)
  const { issuer, serialNumber } = leaf.tbsCertificate
  const sha256 = new AlgorithmIdentifier({ algorithm: '2.16.840.1.101.3.4.2.1' })
  const digest = createHash('sha256').update(content).digest()
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm: sha256,
    signatureAlgorithm: ecdsaSha256,
    signedAttrs: [
      attribute(SIGNING_TIME_OID, new Time(at)),
      attribute(MESSAGE_DIGEST_OID, new OctetString(bytesOf(digest))),
    ],
  })
  const signature = sign('sha256', signedAttributes(signer), derivedKey(secret, LEAF).privateKey)
  signer.signature = new OctetString(bytesOf(signature))
  const signedData = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([sha256]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(
      [leaf, intermediate].map((certificate) => new CertificateChoices({ certificate })),
    ),
    signerInfos: new SignerInfos([signer]),
  })
  const info = new ContentInfo({ contentType: id_signedData, content: AsnConvert.serialize(signedData) })
  return Buffer.from(AsnConvert.serialize(info)).toString('base64')
}

function attribute(attrType: string, value: unknown): Attribute {
  return new Attribute({ attrType, attrValues: [AsnConvert.serialize(value)] })
}
