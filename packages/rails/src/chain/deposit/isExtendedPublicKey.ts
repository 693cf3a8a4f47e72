import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Whether a text is an extended public key. One that is private is none: it must not come near a server. */
export function isExtendedPublicKey(text: string): boolean {
  // Read here, since an exchange without such a setting does well without the package's eleven megabytes.
  const { HDKey } = require('@scure/bip32') as typeof import('@scure/bip32')
  try {
    return HDKey.fromExtendedKey(text).privateKey === null
  } catch {
    return false
  }
}
