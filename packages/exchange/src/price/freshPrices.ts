import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import type { Prices, RateSource } from './RateSource.ts'

/** Prices that are not older than the operator allows. @throws Refusal rate_unavailable */
export async function freshPrices(
  deps: { rates: RateSource; now: () => Date },
  tariff: Pick<Tariff, 'staleAfterMs'>,
): Promise<Prices> {
  const prices = await deps.rates.prices()
  checkFresh(prices, tariff, deps.now())
  return prices
}

/**
 * Checks the age of prices that were already read. Prices from the future are refused: a clock was set back.
 * @throws Refusal rate_unavailable
 */
export function checkFresh(
  prices: Pick<Prices, 'at'>,
  { staleAfterMs }: Pick<Tariff, 'staleAfterMs'>,
  now: Date,
): void {
  if (Math.abs(now.getTime() - prices.at.getTime()) > staleAfterMs) throw new Refusal('rate_unavailable')
}
