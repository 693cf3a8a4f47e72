import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { AddressRule } from './checkAddress.ts'

/**
 * Ethereum, its test networks and its tokens, which share one form. Capitals are the checksum (EIP-55): an address in
 * one case has none and is taken as it is.
 */
export const ethereum: AddressRule = (address) => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    return 'This is no Ethereum address. It has 0x and 40 digits of 0-9 and a-f.'
  const digits = address.slice(2)
  if (/^0+$/.test(digits)) return 'Nobody holds this address: what is sent there is lost.'
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && digits !== withChecksum(digits.toLowerCase())
    ? 'A character of this address is wrong: its checksum does not fit. Copy it from the wallet again.'
    : undefined
}

/** A letter is a capital where the same place in the hash of the lower-case address has 8 or more. */
function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)))
  return Array.from(digits, (digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  ).join('')
}
