import { decimalsOf } from './decimalsOf.ts'

/** An amount in the smallest unit of its currency. The only form in which money exists inside the product. */
export type Money = { readonly units: bigint; readonly currency: string }

/** Why a text is not an amount: not a plain positive decimal, or too many decimals for its currency. */
export type Unreadable = 'amount_invalid' | 'amount_precision'

const plainDecimal = /^(0|[1-9]\d{0,23})(?:\.(\d{1,30}))?$/

/**
 * Reads a plain decimal above zero. Digits that the currency does not have are refused, never rounded away.
 * @param text for example `100`, `100.00`; no sign, exponent or grouping
 */
export function parse(text: string, currency: string): Money | Unreadable {
  const match = plainDecimal.exec(text)
  return match ? read(match[1] ?? '', (match[2] ?? '').replace(/0+$/, ''), currency) : 'amount_invalid'
}

/** Reads an amount as callers must write it: with no more decimals than its currency has, even if they are zeros. */
export function parseExact(text: string, currency: string): Money | Unreadable {
  const match = plainDecimal.exec(text)
  return match ? read(match[1] ?? '', match[2] ?? '', currency) : 'amount_invalid'
}

function read(whole: string, fraction: string, currency: string): Money | Unreadable {
  const decimals = decimalsOf(currency)
  if (fraction.length > decimals) return 'amount_precision'
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return units > 0n ? { units, currency } : 'amount_invalid'
}

/** The amount as a decimal string with exactly its currency's decimals, for example `0.00213400`. */
export function format({ units, currency }: Money): string {
  return decimal(units, decimalsOf(currency))
}

/** Units of 10^-decimals as a plain decimal string. */
export function decimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** @throws RangeError when the currencies differ, since adding them has no meaning. */
export function add(a: Money, b: Money): Money {
  return { units: a.units + units(b, a.currency), currency: a.currency }
}

/** @throws RangeError when the currencies differ. The result may be below zero. */
export function subtract(a: Money, b: Money): Money {
  return { units: a.units - units(b, a.currency), currency: a.currency }
}

/** A share of an amount in hundredths of a percent, rounded up: what a fee takes, the payer never gains. */
export function share({ units, currency }: Money, bps: bigint): Money {
  return { units: (units * bps + 9_999n) / 10_000n, currency }
}

export function zero(currency: string): Money {
  return { units: 0n, currency }
}

export function equal(a: Money, b: Money): boolean {
  return a.currency === b.currency && a.units === b.units
}

function units(money: Money, currency: string): bigint {
  if (money.currency !== currency) throw new RangeError(`${money.currency} met ${currency}`)
  return money.units
}
