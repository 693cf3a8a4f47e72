import { createPrivateKey, type KeyObject } from 'node:crypto'
import { StartRefused } from '@cambio/server/settings/StartRefused.ts'

/**
 * The P-256 private keys in a PEM text.
 * @param variable the setting that has it, for the words of a refusal
 * @throws StartRefused
 */
export function p256Keys(variable: string, pem: string): readonly [KeyObject, ...KeyObject[]] {
  const blocks = pem.match(/-----BEGIN [A-Z ]+-----[^-]+-----END [A-Z ]+-----/g) ?? []
  try {
    const [first, ...others] = blocks
      .filter((block) => !block.startsWith('-----BEGIN EC PARAMETERS'))
      .map((block) => createPrivateKey(block))
    const isOfCurve = (key: KeyObject) => key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    if (first !== undefined && [first, ...others].every(isOfCurve)) return [first, ...others]
  } catch {
    // It is said below what has to be there.
  }
  throw new StartRefused(`${variable} must be one or more P-256 private keys in PEM.`)
}
