import { decimal, type Money } from '@cambio/wire/Money.ts'
import { decimalsOf } from './decimalsOf.ts'

const plainDecimal = /^(0|[1-9]\d{0,23})(?:\.(\d+))?$/

/**
 * Reads an amount of the protocol: a plain decimal above zero with at most its currency's decimals. Currencies
 * without decimals may carry `.00`, since a part of the clients always sends it.
 * @returns undefined when it is no such amount, or there is no such currency
 */
export function readAmount(text: string, currency: string): Money | undefined {
  const decimals = decimalsOf(currency)
  const [, whole, sent = ''] = plainDecimal.exec(text) ?? []
  if (decimals === undefined || whole === undefined) return undefined
  const fraction = decimals === 0 && sent === '00' ? '' : sent
  if (fraction.length > decimals) return undefined
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > 0n ? { units, currency } : undefined
}

/** An amount as the protocol says it: with all of its currency's decimals, and no others. */
export function writeAmount({ units, currency }: Money): string {
  const decimals = decimalsOf(currency)
  if (decimals === undefined) throw new RangeError(`There is no currency ${currency}.`)
  return decimal(units, decimals)
}
