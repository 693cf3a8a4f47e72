import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import { startedEarly } from '../http/afterAsking.ts'

/** The outside services that price and screen an order. */
type Outside = { readonly rates: RateSource; readonly oracles: Screening }

/**
 * Asks for the prices, and screens the wallet if there is one. The returned deps already have these answers; they ask
 * again about another wallet.
 */
export async function withOutsideAnswers(
  { rates, oracles }: Outside,
  wallet: string | undefined,
): Promise<Outside> {
  const [prices, screened] = await Promise.all([
    startedEarly(rates.prices()),
    wallet === undefined ? undefined : startedEarly(oracles.screen([wallet])),
  ])
  return {
    rates: { prices },
    oracles: {
      screen: (addresses) =>
        screened && addresses.every((address) => address === wallet) ? screened() : oracles.screen(addresses),
    },
  }
}
