import { base32nopad } from '@scure/base'
import { unspendable, wrongChecksum, wrongLength } from './AddressObjection.ts'
import type { AddressRule } from './AddressRule.ts'
import { decoded } from './decoded.ts'
import { isReserved } from './isReserved.ts'

/** First byte of an account's key (SEP-23), which makes it begin with G. */
const ACCOUNT = 6 << 3
const LENGTH = 56

/** Stellar accounts (G...). Test and main network share the form. */
export const stellar: AddressRule = (address) => {
  if (/^M[A-Z2-7]{68}$/.test(address))
    return {
      fault: 'tag_inside',
      detail:
        'This address contains the memo. Use the address that begins with G, and give the memo separately.',
    }
  if (!/^G[A-Z2-7]+$/.test(address))
    return {
      fault: 'form',
      detail: 'This is not a Stellar address. Copy it from the wallet again; it begins with G.',
    }
  if (address.length !== LENGTH) return wrongLength('Stellar', address, `${LENGTH}`)
  const key = decoded(() => base32nopad.decode(address))
  if (key?.[0] !== ACCOUNT || !hasChecksum(key)) return wrongChecksum('Stellar')
  return isReserved(key.subarray(1, -2)) ? unspendable : undefined
}

/** The last two bytes are the CRC16-XModem of the rest, the lower one first. */
function hasChecksum(key: Uint8Array): boolean {
  let crc = 0
  for (const byte of key.subarray(0, -2)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return key.at(-2) === (crc & 0xff) && key.at(-1) === crc >> 8
}
