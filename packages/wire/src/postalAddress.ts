/*
 * The parts of an address by country. Sources: the address formats of the Universal Postal Union, and the states that
 * card networks accept in a billing address (EMV 3-D Secure, billAddrState).
 */

/** Countries whose banks compare a state, province or emirate. Elsewhere the postal code or the city is enough. */
const withState: ReadonlySet<string> = new Set('AE AU BR CA CN ID IN JP KR MX MY NG US'.split(' '))

/** Countries without postal codes, or with codes that few people know. */
const withoutPostalCode: ReadonlySet<string> = new Set(
  [
    'AE AG AN AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GQ GY HK JM KE KI KM KN KP LC',
    'LY ML MO MR MW NR NU PA QA RW SB SC SL SR SS ST SY TD TG TK TL TO TT TV UG VU WS YE ZW',
  ].flatMap((codes) => codes.split(' ')),
)

/** @param country two letters of ISO 3166-1; for an unknown country the answer is that of most countries */
export function hasState(country: string): boolean {
  return withState.has(country)
}

/** @param country two letters of ISO 3166-1 */
export function hasPostalCode(country: string): boolean {
  return !withoutPostalCode.has(country)
}
