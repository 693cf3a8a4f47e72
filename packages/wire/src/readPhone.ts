import { latinDigits } from './latinDigits.ts'
import { visibleText } from './visibleText.ts'

/**
 * A phone number as people write or paste it, in Latin digits, plain spaces and hyphens: points and slashes between its
 * groups are spaces, and what no one can see is dropped. What is no phone number stays none.
 */
export function readPhone(typed: string): string {
  return latinDigits(visibleText(typed).normalize('NFKC'))
    .replace(/^\s*tel:/i, '')
    .replace(/[\s./]+/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()
}
