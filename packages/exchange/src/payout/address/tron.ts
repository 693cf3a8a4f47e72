import type { AddressRule } from './checkAddress.ts'
import { base58check } from './base58check.ts'

/** First byte of every Tron address, which makes it begin with T. */
const VERSION = 0x41

/** Tron and its tokens. Test and main network share the form. */
export const tron: AddressRule = (address) => {
  const payload = base58check(address)
  return payload?.length === 21 && payload[0] === VERSION
    ? undefined
    : 'This is no Tron address. Copy it from the wallet again; it begins with T.'
}
