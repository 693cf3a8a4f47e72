import * as Currency from '@cambio/wire/Currency.ts'
import { decimal } from '@cambio/wire/Money.ts'
import { trimZeros } from './amountText.ts'

/** Common amounts of a purchase, EUR. */
const usualEur = [50n, 100n, 250n]

/** Round amounts of a currency that are worth about the common ones, as plain decimals: `50`, `100`, `250`. */
export function quickAmounts(code: string): string[] {
  return [...new Set(usualEur.map((eur) => roundAmount(code, eur)))]
}

/** The amount that a purchase starts with, as a plain decimal; never zero. */
export function startingAmountOf(code: string): string {
  return roundAmount(code, 100n)
}

/** The number of the form 1, 2, 2.5 or 5 and zeros that is nearest to the value of the euros. */
function roundAmount(code: string, eur: bigint): string {
  const { decimals, referencePriceEur } = Currency.get(code)
  const [whole = '', fraction = ''] = referencePriceEur.split('.')
  const units = (eur * 10n ** BigInt(decimals + fraction.length)) / BigInt(whole + fraction)
  const size = 10n ** BigInt(String(units).length - 1)
  const [nearest = size] = [10n, 20n, 25n, 50n, 100n]
    .map((tenths) => (tenths * size) / 10n)
    .sort((one, other) => Number(distance(one, units) - distance(other, units)))
  return trimZeros(decimal(nearest, decimals))
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one
}
