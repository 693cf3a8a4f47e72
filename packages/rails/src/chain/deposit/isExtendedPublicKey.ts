import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Whether a text is an extended public key. An extended private key is refused: it must never be on a server. */
export function isExtendedPublicKey(text: string): boolean {
  // Loaded here, since an exchange without this setting does not need the package's eleven megabytes.
  const { HDKey } = require('@scure/bip32') as typeof import('@scure/bip32')
  try {
    return HDKey.fromExtendedKey(text).privateKey === null
  } catch {
    return false
  }
}
