import { createHash } from 'node:crypto'
import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import { currencies, type Currency } from '@cambio/wire/Currency.ts'
import * as Rate from '@cambio/wire/Rate.ts'

/** The currency of prices; its own price is 1. */
const MEASURE = 'EUR'

/** Whether prices vary from minute to minute, or stay at their reference prices. */
export type SandboxPrices = 'moving' | 'still'

/**
 * Prices for the sandbox: the catalogue's reference prices, which vary by at most 0.3 %, or not at all where they are
 * still. They follow from the minute alone, so every process has equal prices, and a past price can be computed again.
 */
export function sandboxRates(
  { clock }: { readonly clock: { now(): Date } },
  prices: SandboxPrices = 'moving',
): RateSource {
  return {
    prices() {
      const at = clock.now()
      const minute = Math.floor(at.getTime() / 60_000)
      const priceOf = prices === 'still' ? referencePrice : (each: Currency) => priceAt(each, minute)
      const eur = new Map(currencies.map((currency) => [currency.code, priceOf(currency)]))
      return Promise.resolve({ at, eur })
    },
  }
}

function referencePrice({ code, referencePriceEur }: Currency): bigint {
  return Rate.parse(referencePriceEur, MEASURE, code).value
}

function priceAt(currency: Currency, minute: number): bigint {
  const value = referencePrice(currency)
  const { code } = currency
  return code === MEASURE ? value : (value * (1_000_000n + swayAt(code, minute))) / 1_000_000n
}

/** Minutes from one random point to the next. Between them the price is interpolated. */
const STRIDE = 15
const MOST_PPM = 3_000

/** How far a price is from its reference at that minute, in millionths. */
function swayAt(code: string, minute: number): bigint {
  const point = Math.floor(minute / STRIDE)
  const passed = minute - point * STRIDE
  const sway = (pointAt(code, point) * (STRIDE - passed) + pointAt(code, point + 1) * passed) / STRIDE
  return BigInt(Math.trunc(sway))
}

/** A random point that follows from the currency and the time alone. */
function pointAt(code: string, point: number): number {
  const drawn = createHash('sha256').update(`${code} ${point}`).digest().readUInt32BE(0)
  return (drawn % (2 * MOST_PPM + 1)) - MOST_PPM
}
