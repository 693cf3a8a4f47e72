import { createHash, ECDH } from 'node:crypto'
import type { Address } from 'viem'
import { HDKey, publicKeyToAddress } from 'viem/accounts'

/** The extended public key from which deposit addresses are derived. It derives addresses and cannot move coins. */
export type DepositAccount = {
  /** Identifies the key. */
  readonly fingerprint: string
  /** The address of a number: child 0/number, as wallets derive the addresses that they receive at (BIP-44). */
  addressAt(number: number): Address
}

/** @throws Error when the text is not an extended public key */
export function depositAccount(xpub: string): DepositAccount {
  const external = HDKey.fromExtendedKey(xpub).deriveChild(0)
  return {
    fingerprint: createHash('sha256').update(xpub).digest('hex').slice(0, 16),
    addressAt(number) {
      const { publicKey } = external.deriveChild(number)
      if (publicKey === null) throw new Error('An extended public key without a public key')
      const point = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed')
      return publicKeyToAddress(`0x${point.toString()}`)
    },
  }
}
