/** Whether the last digit of a card number checks the others (ISO/IEC 7812-1, annex B). */
export function luhn(digits: string): boolean {
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return digits.length > 0 && sum % 10 === 0
}

/**
 * Whether a text holds what reads as a card number: a run of digits, in groups or not, of a scheme's prefix and length,
 * whose check digit is right. Such a text is refused where anything but a card is asked for, since a number that came
 * in would be kept.
 */
export function holdsCardNumber(text: string): boolean {
  if (text.length < SHORTEST) return false
  for (const [run] of text.matchAll(runs)) {
    const digits = run.replaceAll(/[ .-]/g, '')
    if (schemes.some((scheme) => scheme.test(digits)) && luhn(digits)) return true
  }
  return false
}

const SHORTEST = 13

/** Digits with at most one space, dot or dash between two of them. */
const runs = /\d(?:[ .-]?\d){12,}/g

const schemes: readonly RegExp[] = [
  // Visa: 13, 16 or 19 digits
  /^4\d{12}(?:\d{3}){0,2}$/,
  // Mastercard: 51 to 55, 2221 to 2720
  /^5[1-5]\d{14}$/,
  /^2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}$/,
  // American Express
  /^3[47]\d{13}$/,
  // Diners Club
  /^3(?:0[0-5]|[68]\d)\d{11}$/,
  // Discover, UnionPay, JCB
  /^6(?:011|4[4-9]\d|5\d\d)\d{12}$/,
  /^62\d{14,17}$/,
  /^35(?:2[89]|[3-8]\d)\d{12}$/,
]
