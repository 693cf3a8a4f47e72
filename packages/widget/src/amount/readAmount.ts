import * as Currency from '@cambio/wire/Currency.ts'
import { latinDigits } from '@cambio/wire/latinDigits.ts'
import * as Money from '@cambio/wire/Money.ts'
import { visibleText } from '@cambio/wire/visibleText.ts'

/** The number marks of a language: in English `,` groups and `.` is the decimal mark. */
export type Marks = { readonly decimal: string; readonly group: string }

/** The wire's number marks: a decimal point and no grouping. */
export const wireMarks: Marks = { decimal: '.', group: '' }

/** The amounts that an ambiguous text may mean. Each is a valid amount. */
export type Ambiguous = { readonly choices: readonly Money.Money[] }

const grouped = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})*$/

/** `1,000` or `1.000`: one mark before exactly three digits, which could be a grouping mark. */
const loneMark = /^([1-9]\d{0,2})([.,])(\d{3})$/

/**
 * Reads an amount as a person types or pastes it: any of the common digits, spaces of every kind, the currency's sign
 * or code, comma or point. A single mark before exactly three digits has the meaning of the reader's language: `20,000`
 * is twenty thousand in English. Where the language or the currency rules that meaning out, the answer is the choice
 * between the remaining ones, never a guess.
 * @param marks of the language in which the text was typed
 */
export function readAmount(
  typed: string,
  currency: string,
  marks: Marks,
): Money.Money | Money.Unreadable | Ambiguous {
  const text = withoutSign(plainText(typed), currency)
  const [, whole = '', mark, thousandths = ''] = loneMark.exec(text) ?? []
  if (mark === undefined) return readPlain(plainDecimal(text), currency)
  const asGrouped = readPlain(whole + thousandths, currency)
  const asDecimal = readPlain(`${whole}.${thousandths}`, currency)
  if (mark === marks.group) return asGrouped
  if (mark === marks.decimal && Currency.get(currency).decimals >= 3) return asDecimal
  return { choices: [asGrouped, asDecimal].filter((reading) => typeof reading !== 'string') }
}

/** Whether a reading leaves the buyer a choice between amounts. */
export function isAmbiguous(reading: ReturnType<typeof readAmount>): reading is Ambiguous {
  return typeof reading === 'object' && 'choices' in reading
}

function readPlain(plain: string | null, currency: string): Money.Money | Money.Unreadable {
  return plain === null ? 'amount_invalid' : Money.parse(plain, currency)
}

/** A text of Latin digits and marks as a plain decimal with a point; null when it is not one. */
function plainDecimal(written: string): string | null {
  // The Arabic decimal mark has no other meaning.
  const text = written.replace('\u066b', ',')
  const marks = text.replace(/[\d' ]/g, '')
  if (/[^.,]/.test(marks)) return null
  const decimalAt = decimalMark(text, marks)
  const whole = ungroup(decimalAt < 0 ? text : text.slice(0, decimalAt))
  const fraction = decimalAt < 0 ? '' : text.slice(decimalAt + 1)
  if (whole === null || !/^\d*$/.test(fraction) || whole + fraction === '') return null
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (fraction === '' ? '' : `.${fraction}`)
}

/** The place of the decimal mark: the last mark, unless it is repeated and so must be grouping. */
function decimalMark(text: string, marks: string): number {
  const last = marks.at(-1)
  if (last === undefined) return -1
  return marks.length > 1 && marks.split(last).length > 2 ? -1 : text.lastIndexOf(last)
}

function ungroup(whole: string): string | null {
  if (/^\d*$/.test(whole)) return whole
  return grouped.test(whole) ? whole.replace(/\D/g, '') : null
}

/** The typed text in Latin digits, points, commas, apostrophes and plain spaces, without invisible characters. */
function plainText(typed: string): string {
  return latinDigits(visibleText(typed))
    .replace(/[\p{Zs}\t\r\n]+/gu, ' ')
    .replace(/[\u2018\u2019\u02bc\uff07]/g, "'")
    .replace(/\u066c/g, "'")
    .replace(/\uff0c/g, ',')
    .replace(/\uff0e/g, '.')
    .trim()
}

/**
 * The text without its currency's sign or code before or after it: `€100`, `100 EUR`. With another currency's it is no
 * amount.
 */
function withoutSign(text: string, currency: string): string {
  const upper = text.toUpperCase()
  for (const sign of signsOf(currency)) {
    if (upper.startsWith(sign)) return text.slice(sign.length).trim()
    if (upper.endsWith(sign)) return text.slice(0, -sign.length).trim()
  }
  return text
}

/** How people write a currency beside an amount, in capitals. */
function signsOf(code: string): string[] {
  const { kind, ticker } = Currency.get(code)
  return kind === 'fiat' ? [code, symbolOf(code)] : [code, ticker]
}

function symbolOf(currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .format(0)
    .replace(/[\d.\s]/g, '')
}
