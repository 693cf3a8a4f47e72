import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp } from '@scure/base'
import { unspendable } from './AddressObjection.ts'
import type { AddressRule } from './AddressRule.ts'
import { objectionToBase58 } from './base58check.ts'
import { decoded } from './decoded.ts'
import { isReserved } from './isReserved.ts'

/** The account that once reserved names, which has no key ("special addresses" of the ledger's documentation). */
const NAME_RESERVATION = 'rrrrrrrrrrrrrrrrrNAMEtxvNvQ'

/** XRP Ledger accounts (r...). Test and main network share the form. */
export const ripple: AddressRule = (address) => {
  if (/^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(address))
    return {
      fault: 'tag_inside',
      detail:
        'This is an X-address, which contains the tag. Use the address that begins with r, and give the destination tag separately.',
    }
  const payload = payloadOf(address)
  if (payload?.length === 21 && payload[0] === 0)
    return address === NAME_RESERVATION || isReserved(payload.subarray(1)) ? unspendable : undefined
  const isLike = payload === undefined && address.startsWith('r')
  return (
    (isLike ? objectionToBase58('XRP', address, base58xrp) : undefined) ?? {
      fault: 'form',
      detail: 'This is not an XRP address. Copy it from the wallet again; it begins with r.',
    }
  )
}

/** Base58 in the ledger's own alphabet, over the payload and the first 4 bytes of its double SHA-256. */
function payloadOf(address: string): Uint8Array | undefined {
  const bytes = decoded(() => base58xrp.decode(address))
  if (!bytes || bytes.length < 5) return undefined
  const payload = bytes.subarray(0, -4)
  const checksum = sha256(sha256(payload))
  return bytes.subarray(-4).every((byte, index) => byte === checksum[index]) ? payload : undefined
}
