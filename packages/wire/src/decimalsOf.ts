import { catalogue } from './catalogue.ts'

const ofCatalogue = new Map(catalogue.map(({ code, decimals }) => [code, decimals]))

/**
 * Digits after the point of a currency's amounts. The catalogue's currencies are those that are sold; a bank may book
 * money in any other, which is kept by ISO 4217.
 * @throws RangeError for what is neither in the catalogue nor written as ISO 4217 writes a currency
 */
export function decimalsOf(code: string): number {
  const decimals = ofCatalogue.get(code) ?? (isIso4217(code) ? decimalsByIso4217(code) : undefined)
  if (decimals === undefined) throw new RangeError(`No currency ${code} in the catalogue`)
  return decimals
}

/** Whether a code is written as ISO 4217 writes those of all money there is. */
export function isIso4217(code: string): boolean {
  return /^[A-Z]{3}$/.test(code)
}

/** All that do not have two digits. */
const others: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

function decimalsByIso4217(code: string): number {
  const [decimals] = Object.entries(others).find(([, codes]) => codes.split(' ').includes(code)) ?? ['2']
  return Number(decimals)
}
