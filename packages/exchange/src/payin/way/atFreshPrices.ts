import { Refusal } from '@cambio/wire/http/Problem.ts'
import type { Catalogue } from '../../catalogue/Catalogue.ts'
import { freshPrices } from '../../price/freshPrices.ts'
import type { Prices, RateSource } from '../../price/RateSource.ts'

/** Runs a step of an order with fresh prices; where there are none, the order waits for them. */
export async function atFreshPrices<Outcome>(
  deps: { rates: RateSource; catalogue: Catalogue; now: () => Date },
  takeStep: (prices: Prices) => Outcome | Promise<Outcome>,
): Promise<Outcome | 'unknown'> {
  try {
    return await takeStep(await freshPrices(deps, deps.catalogue.now().tariff))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return 'unknown'
    throw error
  }
}
