import { createHash, timingSafeEqual, verify, X509Certificate } from 'node:crypto'
import { ContentInfo, id_signedData, SignedData, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import { Time } from '@peculiar/asn1-x509'
import { WalletRefused } from '../WalletRefused.ts'
import type { ApplePayToken } from './applePayToken.ts'
import { signedAttributes } from './signedAttributes.ts'

/** By which Apple marks the certificate that signs tokens, and the one between it and the root. */
export const LEAF_OID = '1.2.840.113635.100.6.29'
export const INTERMEDIATE_OID = '1.2.840.113635.100.6.2.14'

export const MESSAGE_DIGEST_OID = '1.2.840.113549.1.9.4'
export const SIGNING_TIME_OID = '1.2.840.113549.1.9.5'
const ECDSA_SHA256_OID = '1.2.840.10045.4.3.2'

/** A token that was signed longer ago could be somebody's who repeats it. It is as far ahead as clocks may differ. */
export const SIGNED_WITHIN_MS = 5 * 60_000

/**
 * Verifies that Apple signed a token a moment ago: by a detached PKCS#7 signature whose certificate leads to the root.
 * @returns when it was signed
 * @throws WalletRefused `unreadable`, `signing_key_not_signed`, `signing_key_expired`, `not_signed`, `expired`
 */
export function verifyApplePay(root: X509Certificate, token: ApplePayToken, now: Date): Date {
  const signedData = readSignature(token.signature)
  const [signer, ...others] = signedData.signerInfos
  if (signer === undefined || others.length > 0) throw new WalletRefused('unreadable')
  const leaf = trustedLeaf(root, certificatesIn(signedData), now)
  checkSignature(leaf, signer, signedContent(token))
  const signedAt = signingTimeIn(signer)
  if (Math.abs(now.getTime() - signedAt.getTime()) > SIGNED_WITHIN_MS) throw new WalletRefused('expired')
  return signedAt
}

/** What the signature covers. */
export function signedContent({ data, header }: Pick<ApplePayToken, 'data' | 'header'>): Buffer {
  return Buffer.concat([
    Buffer.from(header.ephemeralPublicKey, 'base64'),
    Buffer.from(data, 'base64'),
    Buffer.from(header.transactionId, 'hex'),
    Buffer.from(header.applicationData ?? '', 'hex'),
  ])
}

function readSignature(base64: string): SignedData {
  try {
    const { contentType, content } = AsnConvert.parse(Buffer.from(base64, 'base64'), ContentInfo)
    if (contentType === id_signedData) return AsnConvert.parse(content, SignedData)
  } catch {
    // It is said below what it is then.
  }
  throw new WalletRefused('unreadable')
}

type Named = { readonly certificate: X509Certificate; readonly oids: ReadonlySet<string> }

function certificatesIn({
  certificates = [],
}: {
  readonly certificates?: SignedData['certificates'] | []
}): Named[] {
  return [...certificates].flatMap(({ certificate }) => {
    if (certificate === undefined) return []
    const { extensions = [] } = certificate.tbsCertificate
    const bytes = Buffer.from(AsnConvert.serialize(certificate))
    const oids = new Set([...extensions].map(({ extnID }) => extnID))
    return [{ certificate: new X509Certificate(bytes), oids }]
  })
}

/** The certificate that signed, with Apple's marks on the way to the root. */
function trustedLeaf(root: X509Certificate, certificates: readonly Named[], now: Date): X509Certificate {
  const leaf = certificates.find(({ oids }) => oids.has(LEAF_OID))?.certificate
  const intermediate = certificates.find(({ oids }) => oids.has(INTERMEDIATE_OID))?.certificate
  const isTrusted =
    leaf !== undefined &&
    intermediate?.ca === true &&
    isIssuedBy(intermediate, root) &&
    isIssuedBy(leaf, intermediate)
  if (!isTrusted) throw new WalletRefused('signing_key_not_signed')
  const isValid = [leaf, intermediate, root].every(
    ({ validFromDate, validToDate }) => validFromDate <= now && now < validToDate,
  )
  if (!isValid) throw new WalletRefused('signing_key_expired')
  return leaf
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

/** The attributes are what is signed; they hold the digest of the content. */
function checkSignature(leaf: X509Certificate, signer: SignerInfo, content: Uint8Array): void {
  const { signatureAlgorithm, signature } = signer
  if (signatureAlgorithm.algorithm !== ECDSA_SHA256_OID) throw new WalletRefused('unreadable')
  const stated = Buffer.from(AsnConvert.parse(attribute(signer, MESSAGE_DIGEST_OID), OctetString).buffer)
  const digest = createHash('sha256').update(content).digest()
  const isSame = stated.length === digest.length && timingSafeEqual(stated, digest)
  if (!isSame || !verify('sha256', signedAttributes(signer), leaf.publicKey, Buffer.from(signature.buffer)))
    throw new WalletRefused('not_signed')
}

function signingTimeIn(signer: SignerInfo): Date {
  return AsnConvert.parse(attribute(signer, SIGNING_TIME_OID), Time).getTime()
}

function attribute({ signedAttrs = [] }: SignerInfo, oid: string): ArrayBuffer {
  const [value, ...others] = signedAttrs
    .filter(({ attrType }) => attrType === oid)
    .flatMap((one) => one.attrValues)
  if (value === undefined || others.length > 0) throw new WalletRefused('unreadable')
  return value
}
