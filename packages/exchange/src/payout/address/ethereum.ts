import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { unspendable, wrongChecksum, wrongLength } from './AddressObjection.ts'
import type { AddressRule } from './AddressRule.ts'
import { isReserved } from './isReserved.ts'

/**
 * Addresses, besides the reserved ones, whose keys no one has: people destroy coins there, and programs use the one of
 * all e for the coin itself.
 */
const burners: ReadonlySet<string> = new Set([
  'dead000000000000000042069420694206942069',
  'dead000000000000000000000000000000000000',
  'e'.repeat(40),
  'f'.repeat(40),
])

/**
 * Ethereum, its test networks and its tokens, which share one form. Capitals are the checksum (EIP-55): an address in
 * one case has none and is accepted unchecked.
 */
export const ethereum: AddressRule = (address) => {
  if (/^0x[0-9a-fA-F]+$/.test(address) && address.length !== 42) return wrongLength('Ethereum', address, '42')
  if (!/^0x[0-9a-fA-F]{40}$/.test(address))
    return {
      fault: 'form',
      detail: 'This is not an Ethereum address. It has 0x and 40 digits of 0-9 and a-f.',
    }
  const digits = address.slice(2)
  const plain = digits.toLowerCase()
  if (burners.has(plain) || isReserved(hexToBytes(plain))) return unspendable
  const isMixed = digits !== plain && digits !== digits.toUpperCase()
  return isMixed && digits !== withChecksum(plain) ? wrongChecksum('Ethereum') : undefined
}

/** A letter is a capital where the same place in the hash of the lower-case address has 8 or more. */
function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)))
  return Array.from(digits, (digit, index) =>
    Number.parseInt(hash.charAt(index), 16) >= 8 ? digit.toUpperCase() : digit,
  ).join('')
}
