import * as Currency from './Currency.ts'

/** All by ISO 4217 that do not have two digits. */
const withoutAny = /BIF|CLP|DJF|GNF|ISK|JPY|KMF|KRW|PYG|RWF|UGX|UYI|VND|VUV|XAF|XOF|XPF/
const withThree = /BHD|IQD|JOD|KWD|LYD|OMR|TND/
const withFour = /CLF|UYW/

/**
 * Digits after the point of a currency's amounts. The catalogue's currencies are those that are sold; a bank may book
 * money in any other, which is kept by ISO 4217.
 * @throws RangeError for what is neither in the catalogue nor written as ISO 4217 writes a currency
 */
export function decimalsOf(code: string): number {
  if (!isIso4217(code) || Currency.find(code)) return Currency.get(code).decimals
  if (withoutAny.test(code)) return 0
  if (withThree.test(code)) return 3
  return withFour.test(code) ? 4 : 2
}

/** Whether a code is written as ISO 4217 writes those of all money there is. */
export function isIso4217(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}
