import { hkdfSync } from 'node:crypto'
import { decrypt, encrypt, wiping } from '../keys/envelope.ts'
import type { FileKeys } from '../keys/sealedFile.ts'
import type { Random } from '../Random.ts'

/** What has to be the same at both ends of such a file, for a person whose file does not open. */
export const PASSWORD = 'the merchant’s password'

/**
 * Seals files between a merchant and its card platform with the password that both have.
 * @param passwords the first one seals, and each opens: while a password is replaced, two are valid
 */
export function passwordKeys(
  { random }: { readonly random: Random },
  passwords: readonly [string, ...string[]],
): FileKeys {
  const [sealing, ...older] = passwords.map(keyOf)
  if (!sealing) throw new RangeError('No password was given')
  return {
    seal: (subject, text) => wiping(Buffer.from(text), (bytes) => encrypt(sealing, random, bytes, subject)),
    open(subject, sealed) {
      for (const key of older)
        try {
          return openedWith(key, subject, sealed)
        } catch {
          // The last attempt says what is wrong.
        }
      return openedWith(sealing, subject, sealed)
    },
  }
}

function openedWith(key: Uint8Array, subject: string, sealed: Uint8Array): string {
  return wiping(decrypt(key, sealed, subject), (bytes) => bytes.toString())
}

/** HKDF-SHA256 (RFC 5869). */
function keyOf(password: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', password, '', 'cambio card move', 32))
}
