import { luhn } from '@cambio/wire/cardNumber.ts'

/**
 * Text with every run of digits that could be a card number blotted out: 13 to 19 digits, spaces or dashes between
 * them or not, whose check digit (ISO/IEC 7812-1, Luhn) is right. A net below the allow-lists, not instead of them.
 */
export function redactCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}/g, (run) => (luhn(run.replace(/[ -]/g, '')) ? '<redacted>' : run))
}
