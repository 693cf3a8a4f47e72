import { luhn } from '@cambio/wire/cardNumber.ts'

/**
 * Redacts every run of digits that could be a card number: 13 to 19 digits, with or without spaces or dashes, whose
 * check digit (ISO/IEC 7812-1, Luhn) is right. An addition to the allow-lists, not a replacement.
 */
export function redactCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}/g, (run) => (luhn(run.replace(/[ -]/g, '')) ? '<redacted>' : run))
}
