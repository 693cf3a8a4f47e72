import * as Currency from './Currency.ts'

/** The currencies of ISO 4217 that do not have two decimals. */
const withoutAny = /BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF/
const withThree = /BHD|IQD|JOD|KWD|LYD|OMR|TND/
const withFour = /CLF|UYW/

/**
 * Digits after the point of a currency's amounts. The catalogue has the currencies that are sold; a bank may book money
 * in any other, whose decimals follow ISO 4217.
 * @throws RangeError for a code that is neither in the catalogue nor in the form of ISO 4217
 */
export function decimalsOf(code: string): number {
  if (!isIso4217(code) || Currency.find(code)) return Currency.get(code).decimals
  if (withoutAny.test(code)) return 0
  if (withThree.test(code)) return 3
  return withFour.test(code) ? 4 : 2
}

/** Whether a code has the form of ISO 4217. */
export function isIso4217(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}
