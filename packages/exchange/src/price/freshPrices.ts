import { Refusal } from '@cambio/wire/Problem.ts'
import type { Tariff } from '../catalogue/Tariff.ts'
import type { Prices, RateSource } from './RateSource.ts'

/** Prices that are not older than the operator lets them be. @throws Refusal rate_unavailable */
export async function freshPrices(
  deps: { rates: RateSource; now: () => Date },
  { staleAfterMs }: Pick<Tariff, 'staleAfterMs'>,
): Promise<Prices> {
  const prices = await deps.rates.prices()
  if (deps.now().getTime() - prices.at.getTime() > staleAfterMs) throw new Refusal('rate_unavailable')
  return prices
}
