import { fieldRefusal } from '@cambio/wire/http/Problem.ts'
import type { Countries } from './Countries.ts'

/**
 * Checks that a declared country is served. A code that is not a country is not served.
 * @param fields the request's fields that state the country, if any
 * @throws Refusal country_forbidden, card_country_forbidden
 */
export function checkCountry(
  countries: Countries,
  code: string,
  byCard: boolean,
  fields: readonly string[] = [],
): void {
  const service = countries.get(code) ?? 'forbidden'
  if (service === 'forbidden')
    throw fieldRefusal('country_forbidden', fields, `We do not serve buyers in ${code}`)
  if (byCard && service === 'without_cards')
    throw fieldRefusal(
      'card_country_forbidden',
      fields,
      `Card payments are not available in ${code}; another way to pay may be`,
    )
}
