import type { RateSource } from '@cambio/exchange/price/RateSource.ts'
import type { Screening } from '@cambio/exchange/screening/Screening.ts'
import { heard } from '../http/afterAsking.ts'

/** Whom an order is priced and screened by, outside. */
type Outside = { readonly rates: RateSource; readonly oracles: Screening }

/**
 * Asks for the prices, and about the wallet where there is one, and gives deps that have these answers already. About
 * another wallet they ask anew.
 */
export async function askedOutside(
  { rates, oracles }: Outside,
  wallet: string | undefined,
): Promise<Outside> {
  const [prices, screened] = await Promise.all([
    heard(rates.prices()),
    wallet === undefined ? undefined : heard(oracles.screen([wallet])),
  ])
  return {
    rates: { prices },
    oracles: {
      screen: (addresses) =>
        screened && addresses.every((address) => address === wallet) ? screened() : oracles.screen(addresses),
    },
  }
}
