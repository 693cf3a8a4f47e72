import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Money } from '@cambio/wire/Money.ts'
import type { Prices } from './RateSource.ts'

const EUR = 'EUR'
const wholeEurCents = 100n
/** Prices count 10^-18 EUR. */
const one = 10n ** 18n

/** An amount at the mid price in EUR cents, rounded down. @throws Refusal rate_unavailable */
export function inEur({ units, currency }: Money, prices: Prices): Money {
  const cents = (units * priceOf(prices, currency) * wholeEurCents) / (Currency.whole(currency) * one)
  return { units: cents, currency: EUR }
}

/** EUR cents in another currency at the mid price, rounded up. @throws Refusal rate_unavailable */
export function fromEur(cents: bigint, currency: string, prices: Prices): Money {
  const divisor = wholeEurCents * priceOf(prices, currency)
  const units = (cents * one * Currency.whole(currency) + divisor - 1n) / divisor
  return { units, currency }
}

/** An amount at the mid price in another currency, rounded down. @throws Refusal rate_unavailable */
export function atMid({ units, currency }: Money, into: string, prices: Prices): Money {
  const value = units * priceOf(prices, currency) * Currency.whole(into)
  return { units: value / (Currency.whole(currency) * priceOf(prices, into)), currency: into }
}

/**
 * The smallest amount of another currency that is worth this one at the mid price, rounded up.
 * @throws Refusal rate_unavailable
 */
export function coveringAtMid({ units, currency }: Money, into: string, prices: Prices): Money {
  const value = units * priceOf(prices, currency) * Currency.whole(into)
  const divisor = Currency.whole(currency) * priceOf(prices, into)
  return { units: (value + divisor - 1n) / divisor, currency: into }
}

/** The price of one whole unit in counts of 10^-18 EUR. @throws Refusal rate_unavailable */
export function priceOf(prices: Prices, currency: string): bigint {
  const price = prices.eur.get(currency)
  if (price === undefined) throw new Refusal('rate_unavailable', `There is no price for ${currency} now`)
  return price
}
