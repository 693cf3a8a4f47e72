import { createHash } from 'node:crypto'
import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import { currencies, type Currency } from '@cambio/wire/Currency.ts'
import * as Rate from '@cambio/wire/Rate.ts'

/** The currency that prices are given in; it is worth itself. */
const MEASURE = 'EUR'

/**
 * Prices for the sandbox: the catalogue's reference prices, swaying by at most 0.3 %. They follow from the minute
 * alone, so every process sees the same ones and a past price can be worked out again.
 */
export function sandboxRates({ clock }: { readonly clock: { now(): Date } }): RateSource {
  return {
    prices() {
      const at = clock.now()
      const minute = Math.floor(at.getTime() / 60_000)
      const eur = new Map(currencies.map((currency) => [currency.code, priceAt(currency, minute)]))
      return Promise.resolve({ at, eur })
    },
  }
}

function priceAt({ code, referencePriceEur }: Currency, minute: number): bigint {
  const { value } = Rate.parse(referencePriceEur, MEASURE, code)
  return code === MEASURE ? value : (value * (1_000_000n + swayAt(code, minute))) / 1_000_000n
}

/** Minutes from one drawn point to the next; between them the price goes in a straight line. */
const STRIDE = 15
const MOST_PPM = 3_000

/** How far a price is from its reference at that minute, in millionths. */
function swayAt(code: string, minute: number): bigint {
  const point = Math.floor(minute / STRIDE)
  const passed = minute - point * STRIDE
  const sway = (pointAt(code, point) * (STRIDE - passed) + pointAt(code, point + 1) * passed) / STRIDE
  return BigInt(Math.trunc(sway))
}

/** A point that is drawn from the currency and the time alone. */
function pointAt(code: string, point: number): number {
  const drawn = createHash('sha256').update(`${code} ${point}`).digest().readUInt32BE(0)
  return (drawn % (2 * MOST_PPM + 1)) - MOST_PPM
}
