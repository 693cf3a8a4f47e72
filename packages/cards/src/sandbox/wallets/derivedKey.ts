import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'

export type KeyPair = {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly point: Buffer
}

/** A P-256 key pair that every process of a sandbox derives alike from its secret. `point`: the public key, uncompressed. */
export function derivedKey(secret: Uint8Array, name: string): KeyPair {
  const scalar = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), name, 32))
  // Without its highest bit, every number is below the order of the curve.
  scalar[0] = (scalar[0] ?? 0) & 0x7f
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  const part = (begin: number) => point.subarray(begin, begin + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', d: scalar.toString('base64url'), x: part(1), y: part(33) }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
  return { privateKey, publicKey: createPublicKey(privateKey), point }
}
