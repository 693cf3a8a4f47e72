import { latinDigits } from './latinDigits.ts'
import { visibleText } from './visibleText.ts'

/**
 * A phone number as people write or paste it, normalised to Latin digits, plain spaces and hyphens: points and slashes
 * between groups become spaces, and invisible characters are dropped. An invalid number stays invalid.
 */
export function readPhone(typed: string): string {
  return latinDigits(visibleText(typed).normalize('NFKC'))
    .replace(/^\s*tel:/i, '')
    .replace(/[\s./]+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}
