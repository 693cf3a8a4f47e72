import { Attribute, type SignerInfo } from '@peculiar/asn1-cms'
import { AsnArray, AsnConvert, AsnType, AsnTypeTypes } from '@peculiar/asn1-schema'

class AttributeSet extends AsnArray<Attribute> {}
AsnType({ type: AsnTypeTypes.Set, itemType: Attribute })(AttributeSet)

/**
 * The bytes that a PKCS#7 signature with attributes covers: their set in an encoding of its own, and not under the tag that it
 * has in the message (RFC 5652, 5.4).
 */
export function signedAttributes({ signedAttrs = [] }: Pick<SignerInfo, 'signedAttrs'>): Buffer {
  return Buffer.from(AsnConvert.serialize(new AttributeSet(signedAttrs)))
}
