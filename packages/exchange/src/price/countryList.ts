import type { CountryEntry } from '@cambio/wire/Country.ts'
import type { Direction, Group, Method } from '@cambio/wire/Group.ts'
import type { Snapshot } from '../catalogue/Catalogue.ts'
import { paymentGroups } from '../catalogue/offer.ts'
import type { Countries } from '../country/Countries.ts'
import { countryNames } from '../country/countryNames.ts'
import { traitsOf } from '../payin/traits/PayinTraits.ts'

/** Every country by its code, with the ways of paying that are not available there. */
export function countryList(countries: Countries): CountryEntry[] {
  return [...countries].map(([code, service]) => ({
    code,
    name: countryNames[code] ?? code,
    forbidden: service === 'forbidden' ? 1 : 0,
    forbidden_card: service === 'served' ? 0 : 1,
  }))
}

/** The countries where a method may be used on one side now; none where it is not offered. */
export function countriesFor(
  { countries, tariff }: Pick<Snapshot, 'countries' | 'tariff'>,
  method: Method,
  direction: Direction,
): string[] {
  const group = groupOf(method)
  const offered = paymentGroups(tariff, direction).some((entry) => entry.group === group)
  if (!offered) return []
  const isByCard = traitsOf(group)?.isByCard === true
  const served = (service: string) => service === 'served' || (service === 'without_cards' && !isByCard)
  return [...countries].filter(([, service]) => served(service)).map(([code]) => code)
}

/** The group that a method belongs to: a card's methods are its brands. */
function groupOf(method: Method): Group {
  return method === 'Visa' || method === 'MasterCard' ? 'card' : method
}
