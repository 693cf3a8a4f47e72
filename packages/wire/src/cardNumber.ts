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
 * Whether a text contains a card number: digits, in groups or not, with a scheme's prefix and length and a valid check
 * digit, perhaps beside an expiry or a security code. Such a text is refused where anything but a card is asked for,
 * since the number would be stored. Bank accounts, UUIDs and hexadecimal values are exempt: they have digits of their
 * own.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < SHORTEST || hasFewDigits(text) || isIban(text)) return false
  const withoutIds = decoded(text).normalize('NFKC').replaceAll(uuid, ' id ').replaceAll(hexadecimal, ' id ')
  return [...withoutIds.matchAll(runs)].some(([run]) => isAmong(run.split(/\D+/)))
}

/** Whether an ASCII text, which decodes to itself, has fewer digits than any card number, as most texts do. */
function hasFewDigits(text: string): boolean {
  return !decodesToAnother.test(text) && !enoughDigits.test(text)
}

/** A text after percent-decoding, where other characters may stand for spaces and digits. */
function decoded(text: string): string {
  return text.replaceAll(/(?<=\d)\+(?=\d)/g, ' ').replaceAll(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes)
    } catch {
      // Bytes that are not text cannot hide between digits.
      return ' '
    }
  })
}

const SHORTEST = 13
const LONGEST = 19

const decodesToAnother = /[%\u0080-\uffff]/
const enoughDigits = /^(?:\D*\d){13}/

/** A generated id (RFC 9562): about one in a thousand contains decimal digits that form a card number. */
const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}\b/gi

/**
 * A hash, a secret, an id or an address in hexadecimal, from the 24 digits of an ObjectId on: of ten thousand with 32
 * digits, one contains decimal digits that form a card number. Without "0x", decimal digits alone are not one.
 */
const hexadecimal = /\b(?:0x|(?=\d*[a-f]))[0-9a-f]{24,}\b/gi

/**
 * Groups of digits with only spaces, dots, dashes, underscores, slashes and invisible characters between them. A phone
 * number with its country code is not one (ITU-T E.164: at most fifteen digits).
 */
const runs =
  /(?<!\d)(?!(?<=\+)\d(?:[ ./-]?\d){0,14}(?![ ./-]?\d))\d+(?:[\s._/\-\u2010-\u2015\u200b-\u200d\u2060\ufeff]{1,3}\d+)*/g

/** Whether some adjacent groups form a card number together. */
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

/** Whether a text is exactly an IBAN (ISO 13616) with valid check digits. */
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
