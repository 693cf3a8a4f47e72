import * as Currency from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'

/** The zeros of the decimal digits people type: Latin, Arabic-Indic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

const grouped = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/

/**
 * Reads an amount as a person types or pastes it: comma or point, any of the common digits, grouping where it can
 * only be grouping. A lone separator is the decimal point; `1,000` EUR, which some mean as a thousand and some as
 * one, has more digits than the currency and is refused rather than guessed.
 */
export function readAmount(typed: string, currency: string): Money.Money | Money.Unreadable {
  const plain = plainDecimal(typed)
  if (plain === null) return 'amount_invalid'
  const fraction = plain.split('.')[1] ?? ''
  return fraction.length > Currency.get(currency).decimals ? 'amount_precision' : Money.parse(plain, currency)
}

/** The typed text as a plain decimal with a point; null when it is not one. */
export function plainDecimal(typed: string): string | null {
  const text = latinDigits(typed)
    .replace(/[\u00a0\u202f\u2009]/g, ' ')
    .replace(/[\u2019]/g, "'")
    .replace(/\u066b/g, ',')
    .trim()
  const marks = text.replace(/[\d' ]/g, '')
  if (/[^.,]/.test(marks)) return null
  const decimalAt = decimalMark(text, marks)
  const whole = ungroup(decimalAt < 0 ? text : text.slice(0, decimalAt))
  const fraction = decimalAt < 0 ? '' : text.slice(decimalAt + 1)
  if (whole === null || !/^\d*$/.test(fraction) || whole + fraction === '') return null
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (fraction === '' ? '' : `.${fraction}`)
}

/** Where the decimal mark stands: the last mark, unless it repeats and so can only group. */
function decimalMark(text: string, marks: string): number {
  const last = marks.at(-1)
  if (last === undefined) return -1
  return marks.length > 1 && marks.split(last).length > 2 ? -1 : text.lastIndexOf(last)
}

function ungroup(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole
  return grouped.test(whole) ? whole.replace(/\D/g, '') : null
}

function latinDigits(text: string): string {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0
    const zero = zeros.find((zero) => code >= zero && code <= zero + 9)
    return zero === undefined ? character : String(code - zero)
  }).join('')
}

/** A wire amount without the zeros that say nothing, for a field the buyer may edit. */
export function trimZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}
