import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { decoded } from './decoded.ts'

const coder = createBase58check(sha256)

/** What a Base58Check text says, once its checksum was found right; undefined when it is no such text. */
export function base58check(text: string): Uint8Array | undefined {
  return decoded(() => coder.decode(text))
}
