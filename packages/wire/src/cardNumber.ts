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
 * Whether a text holds what reads as a card number: digits, in groups or not, of a scheme's prefix and length, whose
 * check digit is right; an expiry or a security code may stand beside it. Such a text is refused where anything but a
 * card is asked for, since the number would be kept. A wallet, a bank account and a UUID have digits of their own.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < SHORTEST || hasFewDigits(text) || wallet.test(text) || isIban(text)) return false
  const withoutIds = decoded(text).normalize('NFKC').replaceAll(uuid, ' id ')
  return [...withoutIds.matchAll(runs)].some(([run]) => isAmong(run.split(/\D+/)))
}

/** Whether a text of ASCII, which decodes to itself, has fewer digits than any card number: as most texts have. */
function hasFewDigits(text: string): boolean {
  return !decodesToAnother.test(text) && !enoughDigits.test(text)
}

/** A text as a reader of addresses takes it, where other characters stand for spaces and digits. */
function decoded(text: string): string {
  return text.replaceAll(/(?<=\d)\+(?=\d)/g, ' ').replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      // Bytes that are no text cannot stand between digits unseen.
      return ' '
    }
  })
}

const SHORTEST = 13
const LONGEST = 19

const decodesToAnother = /[%\u0080-\uffff]/
const enoughDigits = /^(?:\D*\d){13}/

/** An id that a program drew (RFC 9562): of some thousand, one has decimal digits that make a card number. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi

/** An address on an EVM network, whose forty hexadecimal digits are decimal ones often enough. */
const wallet = /^0x[0-9a-f]{40}$/i

/**
 * Groups of digits with little between them: spaces, dots, dashes, underscores, slashes, and what cannot be seen. Those of
 * a phone number with its country's code are none (ITU-T E.164: fifteen digits at most).
 */
const runs =
  /(?<!\d)(?!(?<=\+)\d(?:[ ./-]?\d){0,14}(?![ ./-]?\d))\d+(?:[\s._/\-\u2010-\u2015\u200b-\u200d\u2060\ufeff]{1,3}\d+)*/g

/** Whether some neighbours of these groups make a card number together. */
function isAmong(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = ''
    for (let next = first; next < groups.length && digits.length < LONGEST; next += 1) {
      digits += groups[next]
      if (digits.length >= SHORTEST && schemes.test(digits) && luhn(digits)) return true
    }
    return false
  })
}

/** Whether a text is an account's number and nothing else (ISO 13616): its check digits are right. */
function isIban(text: string): boolean {
  const compact = text.replaceAll(' ', '').toUpperCase()
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false
  const turned = compact.slice(4) + compact.slice(0, 4)
  const digits = turned.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}

const schemes = new RegExp(
  [
    // Visa: 13, 16 or 19 digits
    /4\d{12}(?:\d{3}){0,2}/,
    // Mastercard: 51 to 55, 2221 to 2720
    /5[1-5]\d{14}/,
    /2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}/,
    // American Express
    /3[47]\d{13}/,
    // Diners Club
    /3(?:0[0-5]|[68]\d)\d{11}/,
    // Discover, UnionPay, JCB
    /6(?:011|4[4-9]\d|5\d\d)\d{12}/,
    /62\d{14,17}/,
    /35(?:2[89]|[3-8]\d)\d{12}/,
  ]
    .map(({ source }) => `^${source}$`)
    .join('|'),
)
