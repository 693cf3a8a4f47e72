import * as Currency from './Currency.ts'
import { decimal, type Money } from './Money.ts'

/**
 * The price of one whole pay-out unit in the pay-in currency, as an integer count of 10^-18. No rate is quoted more
 * finely, so the rate shown is exactly the rate used.
 */
export type Rate = { readonly payin: string; readonly payout: string; readonly value: bigint }

const scale = 18
const one = 10n ** 18n

/** Reads a plain decimal of at most 18 fractional digits. @throws RangeError on anything else or on zero */
export function parse(text: string, payin: string, payout: string): Rate {
  const match = /^(\d{1,24})(?:\.(\d{1,18}))?$/.exec(text)
  const value = match ? BigInt(match[1] + (match[2] ?? '').padEnd(scale, '0')) : 0n
  if (value <= 0n) throw new RangeError('A rate is a plain decimal above zero')
  return { payin, payout, value }
}

/** A plain decimal string of at most 18 fractional digits, without trailing zeros. */
export function format(rate: Rate): string {
  const known = formatted.get(rate)
  if (known !== undefined) return known
  const text = decimal(rate.value, scale).replace(/\.?0+$/, '')
  formatted.set(rate, text)
  return text
}

/** Cached, since all quotes of a pair have one rate until the market's prices change. */
const formatted = new WeakMap<Rate, string>()

/** The rate of a pair from each side's price in a third currency, rounded up: in favour of the house. */
export function cross(payin: { code: string; price: bigint }, payout: { code: string; price: bigint }): Rate {
  const value = (payout.price * one + payin.price - 1n) / payin.price
  return { payin: payin.code, payout: payout.code, value }
}

/** The rate with a spread on top, rounded up: in favour of the house. */
export function widen(rate: Rate, bps: bigint): Rate {
  return { ...rate, value: (rate.value * (10_000n + bps) + 9_999n) / 10_000n }
}

/** The rate minus a spread, rounded down: in favour of the house, which would buy at it. */
export function narrow(rate: Rate, bps: bigint): Rate {
  return { ...rate, value: (rate.value * (10_000n - bps)) / 10_000n }
}

/** What an amount of the pay-in currency buys, rounded down: in favour of the house. */
export function buy(rate: Rate, payin: Money): Money {
  const units = (payin.units * Currency.whole(rate.payout) * one) / (rate.value * Currency.whole(rate.payin))
  return { units, currency: rate.payout }
}

/** What an amount of the pay-out currency is worth in the pay-in currency, rounded down: for reports, not for prices. */
export function value(rate: Rate, payout: Money): Money {
  const units = (payout.units * rate.value * Currency.whole(rate.payin)) / (Currency.whole(rate.payout) * one)
  return { units, currency: rate.payin }
}

/** What an amount of the pay-out currency costs, rounded up: in favour of the house. */
export function cost(rate: Rate, payout: Money): Money {
  const divisor = Currency.whole(rate.payout) * one
  const units = (payout.units * rate.value * Currency.whole(rate.payin) + divisor - 1n) / divisor
  return { units, currency: rate.payin }
}
