import { catalogue } from './catalogue.ts'

/** One entry of the catalogue: everything the product knows about a currency. */
export type Currency = {
  readonly code: string
  /** What people call it: `USDT` on each of its networks. */
  readonly ticker: string
  readonly title: string
  readonly kind: 'fiat' | 'crypto'
  /** Digits after the point: 100 minor units of EUR are 1.00. */
  readonly decimals: number
  /** The network a coin lives on, which decides what its addresses look like; null for fiat. */
  readonly network: Network | null
  /** What the network needs beside an address to find the receiver, if anything. */
  readonly memo: MemoKind | null
  /** What one whole unit costs in EUR where no rate source is configured (sandbox), as a plain decimal. */
  readonly referencePriceEur: string
}

export const networks = ['bitcoin', 'litecoin', 'ethereum', 'ripple', 'eos', 'stellar', 'tron'] as const
export type Network = (typeof networks)[number]
export type MemoKind = 'dst_tag' | 'memo_id' | 'memo_value'

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
