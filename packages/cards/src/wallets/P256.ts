import { createECDH, type KeyObject } from 'node:crypto'
import { WalletRefused } from './WalletRefused.ts'

/**
 * The secret that a private key shares with the other side's public key (ECDH on P-256): the x coordinate, 32 bytes.
 * @param point the public key, uncompressed: 65 bytes
 * @throws WalletRefused `unreadable` for a point that is not on the curve
 */
export function sharedSecret(privateKey: KeyObject, point: Uint8Array): Buffer {
  const { d = '' } = privateKey.export({ format: 'jwk' })
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(d, 'base64url'))
  try {
    return ecdh.computeSecret(point)
  } catch {
    throw new WalletRefused('unreadable')
  }
}
