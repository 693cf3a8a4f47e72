import * as Currency from '@cambio/wire/Currency.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import { freshPrices } from './freshPrices.ts'
import type { RateSource } from './RateSource.ts'

/**
 * A tariff without the currencies that have no fresh price now, since quotes and orders for those are refused. The
 * routes that list what is sold use it.
 */
export async function pricedTariff(
  deps: { rates: RateSource; now: () => Date },
  tariff: Tariff,
): Promise<Tariff> {
  const priced = await pricedCodes(deps, tariff)
  const unpriced = Currency.currencies.flatMap(({ code }) => (priced.has(code) ? [] : [code]))
  return unpriced.length === 0 ? tariff : without(tariff, unpriced)
}

type Codes = { has(code: string): boolean }

async function pricedCodes(deps: { rates: RateSource; now: () => Date }, tariff: Tariff): Promise<Codes> {
  try {
    return (await freshPrices(deps, tariff)).eur
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return new Set<string>()
    throw error
  }
}

/** The last narrowed form of each tariff: prices change every second, but which currencies lack one seldom changes. */
const cache = new WeakMap<Tariff, { readonly unpriced: string; readonly tariff: Tariff }>()

function without(tariff: Tariff, codes: readonly string[]): Tariff {
  const unpriced = codes.join()
  const cached = cache.get(tariff)
  if (cached?.unpriced === unpriced) return cached.tariff
  const { payin, payout, pairs } = tariff.withheld
  const withheld = { payin: new Set([...payin, ...codes]), payout: new Set([...payout, ...codes]), pairs }
  const narrowed = { ...tariff, withheld }
  cache.set(tariff, { unpriced, tariff: narrowed })
  return narrowed
}
