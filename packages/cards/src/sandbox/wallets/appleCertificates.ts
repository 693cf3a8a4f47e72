import { sign, X509Certificate, type KeyObject } from 'node:crypto'
import { AsnConvert, OctetString } from '@peculiar/asn1-schema'
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Extension,
  Extensions,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509'
import { INTERMEDIATE_OID, LEAF_OID } from '../../wallets/applePay/verifyApplePay.ts'
import { derivedKey } from './derivedKey.ts'

/** Apple's certificates as the sandbox has them: a root, one below it, and the one that signs tokens. */
export type AppleCertificates = {
  readonly root: X509Certificate
  readonly intermediate: Certificate
  readonly leaf: Certificate
}

export function appleCertificates(secret: Uint8Array): AppleCertificates {
  const [root, intermediate, leaf] = names.map((name) => ({ name, ...derivedKey(secret, name) }))
  if (!root || !intermediate || !leaf) throw new Error('A certificate has no name.')
  const rootCertificate = issued({ subject: root, issuer: root, mark: null })
  return {
    root: new X509Certificate(Buffer.from(AsnConvert.serialize(rootCertificate))),
    intermediate: issued({ subject: intermediate, issuer: root, mark: INTERMEDIATE_OID }),
    leaf: issued({ subject: leaf, issuer: intermediate, mark: LEAF_OID }),
  }
}

/** The name, and the key's own, of the certificate that signs tokens. */
export const LEAF = 'apple pay leaf'
const names = ['apple pay root', 'apple pay intermediate', LEAF] as const

type Party = { readonly name: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }

export const ecdsaSha256 = new AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' })

/** A certificate of a party, signed by another or by itself; `mark` is an extension of Apple's. */
export function issued({
  subject,
  issuer,
  mark,
}: {
  subject: Party
  issuer: Party
  mark: string | null
}): Certificate {
  const { name, publicKey } = subject
  const tbsCertificate = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(Buffer.from([1 + names.findIndex((one) => one === name)])),
    signature: ecdsaSha256,
    issuer: nameOf(issuer.name),
    validity: new Validity({
      notBefore: new Date('2020-01-01T00:00:00Z'),
      notAfter: new Date('2049-01-01T00:00:00Z'),
    }),
    subject: nameOf(name),
    subjectPublicKeyInfo: AsnConvert.parse(
      publicKey.export({ format: 'der', type: 'spki' }),
      SubjectPublicKeyInfo,
    ),
    extensions: new Extensions([
      ...(name === LEAF ? [] : [authority]),
      ...(mark === null ? [] : [marked(mark)]),
    ]),
  })
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(tbsCertificate)), issuer.privateKey)
  return new Certificate({
    tbsCertificate,
    signatureAlgorithm: ecdsaSha256,
    signatureValue: bytesOf(signature),
  })
}

/** Basic constraints: the certificate may issue others. */
const authority = new Extension({
  extnID: '2.5.29.19',
  critical: true,
  extnValue: new OctetString(Buffer.from('30030101ff', 'hex')),
})

function marked(oid: string): Extension {
  return new Extension({ extnID: oid, extnValue: new OctetString(Buffer.from('0500', 'hex')) })
}

export function nameOf(name: string): Name {
  const value = new AttributeValue({ utf8String: name })
  return new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: '2.5.4.3', value })])])
}

/** The bytes of a buffer alone, since small ones share their memory. */
export function bytesOf(buffer: Uint8Array): ArrayBuffer {
  return new Uint8Array(buffer).buffer
}
