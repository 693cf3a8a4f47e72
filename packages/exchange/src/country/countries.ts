import { fieldRefusal } from '@cambio/wire/Problem.ts'

/** A country by its ISO 3166-1 code, and whether it is served at all and by card. */
export type Country = { readonly code: string; readonly forbidden: boolean; readonly forbiddenCard: boolean }

const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  )

/** Under comprehensive sanctions: not served. */
const unserved: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])
/** Served, but cards of this country are not taken. */
const cardless: ReadonlySet<string> = new Set(['AF', 'BY', 'MM', 'RU', 'SD', 'SS', 'VE', 'YE'])

export const countries: readonly Country[] = codes.map((code) => ({
  code,
  forbidden: unserved.has(code),
  forbiddenCard: unserved.has(code) || cardless.has(code),
}))

const byCode = new Map(countries.map((country) => [country.code, country]))

/**
 * Lets a declared country pass, or says why not. A code that is no country is not served.
 * @param fields where the request says the country, if it does
 * @throws Refusal country_forbidden, card_country_forbidden
 */
export function checkCountry(code: string, byCard: boolean, fields: readonly string[] = []): void {
  const country = byCode.get(code)
  if (!country || country.forbidden)
    throw fieldRefusal('country_forbidden', fields, `Orders from ${code} are not served`)
  if (byCard && country.forbiddenCard)
    throw fieldRefusal(
      'card_country_forbidden',
      fields,
      `Cards are not taken from ${code}; another way to pay may be`,
    )
}
