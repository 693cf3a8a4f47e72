import { sha256 } from '@noble/hashes/sha2.js'
import { base58, createBase58check } from '@scure/base'
import { wrongChecksum, wrongLength, type AddressObjection } from './AddressObjection.ts'
import { decoded } from './decoded.ts'

const coder = createBase58check(sha256)

/** A version byte, 20 bytes of account and 4 of checksum. */
const BYTES = 25

/** The payload of a Base58Check text with a valid checksum; undefined when it is not one. */
export function base58check(text: string): Uint8Array | undefined {
  return decoded(() => coder.decode(text))
}

/**
 * Why a text that begins like an address in Base58Check is not one: too long or short, or a wrong character. Undefined
 * where it has characters that Base58 has not.
 * @param alphabet the coder without its checksum; the XRP Ledger has its own
 */
export function objectionToBase58(
  network: string,
  text: string,
  alphabet: { readonly decode: (text: string) => Uint8Array } = base58,
): AddressObjection | undefined {
  const bytes = decoded(() => alphabet.decode(text))
  if (!bytes) return undefined
  return bytes.length === BYTES ? wrongChecksum(network) : wrongLength(network, text)
}
