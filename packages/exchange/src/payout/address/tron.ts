import { unspendable } from './AddressObjection.ts'
import type { AddressRule } from './AddressRule.ts'
import { base58check, objectionToBase58 } from './base58check.ts'
import { isReserved } from './isReserved.ts'

/** First byte of every Tron address, which makes it begin with T. */
const VERSION = 0x41

/** Tron and its tokens. Test and main network share the form. */
export const tron: AddressRule = (address) => {
  const payload = base58check(address)
  if (payload?.length === 21 && payload[0] === VERSION)
    return isReserved(payload.subarray(1)) ? unspendable : undefined
  const isLike = payload === undefined && address.startsWith('T')
  return (
    (isLike ? objectionToBase58('Tron', address) : undefined) ?? {
      fault: 'form',
      detail: 'This is not a Tron address. Copy it from the wallet again; it begins with T.',
    }
  )
}
