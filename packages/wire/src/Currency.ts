import { catalogue, type Currency } from './catalogue.ts'

export { networks, type Currency, type MemoKind, type Network } from './catalogue.ts'

const byCode = new Map(catalogue.map((currency) => [currency.code, currency]))

/** The catalogue in its own order. */
export const currencies: readonly Currency[] = catalogue

/** The currency of a code; undefined when the catalogue has none. */
export function find(code: string): Currency | undefined {
  return byCode.get(code)
}

/** The currency of a code that was checked at the door. @throws RangeError when the catalogue has none. */
export function get(code: string): Currency {
  const currency = byCode.get(code)
  if (!currency) throw new RangeError(`No currency ${code} in the catalogue`)
  return currency
}

const wholes = new Map(catalogue.map(({ code, decimals }) => [code, 10n ** BigInt(decimals)]))

/** Minor units in one whole unit: 100 for EUR. @throws RangeError when the catalogue has none */
export function whole(code: string): bigint {
  const units = wholes.get(code)
  if (units === undefined) throw new RangeError(`No currency ${code} in the catalogue`)
  return units
}
