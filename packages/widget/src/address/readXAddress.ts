import { sha256 } from '@noble/hashes/sha2.js'
import { base58xrp } from '@scure/base'

/** The first two bytes of an X-address, which make it begin with X or T (XLS-5d). */
const prefixes = { live: [0x05, 0x44], sandbox: [0x04, 0x93] } as const

/** Prefix, account, flag, tag and checksum. */
const BYTES = 2 + 20 + 1 + 8 + 4
/** The flag of a 32-bit tag; 0 means no tag, other flags are not in use. */
const TAG_32 = 1

export type TaggedAccount = { readonly address: string; readonly memo: string }

/**
 * Splits an X-address of the XRP Ledger (XLS-5d) into the account, which begins with r, and its destination tag, which
 * may be empty. Null for any other text, such as one with a wrong checksum or of the other network.
 */
export function readXAddress(text: string, mode: 'sandbox' | 'live'): TaggedAccount | null {
  const bytes = payloadOf(text)
  if (bytes?.length !== BYTES - 4 || !prefixes[mode].every((byte, index) => bytes[index] === byte))
    return null
  const flag = bytes[22] ?? 0
  const tag = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(23, true)
  if (flag === TAG_32 ? tag > 0xffff_ffffn : flag !== 0 || tag !== 0n) return null
  const account = Uint8Array.from([0, ...bytes.subarray(2, 22)])
  const address = base58xrp.encode(Uint8Array.from([...account, ...checksumOf(account)]))
  return { address, memo: flag === TAG_32 ? String(tag) : '' }
}

function payloadOf(text: string): Uint8Array | null {
  if (!/^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(text)) return null
  const bytes = base58xrp.decode(text)
  const payload = bytes.slice(0, -4)
  return checksumOf(payload).every((byte, index) => byte === bytes.at(index - 4)) ? payload : null
}

function checksumOf(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, 4)
}
