import { hasState } from '@cambio/wire/postalAddress.ts'

/** The parts of an address that was written on one line. `state` is empty where the line has none. */
export type AddressLine = {
  readonly address: string
  readonly postal_code: string
  readonly city: string
  readonly state: string
}

const fourDigits = 'AT AU BE BG CH CY DK GE HU LI LU NO NZ PH SI TN ZA'
const fiveDigits = 'BA DE DZ EE EG ES FI FR HR ID IT KR MA MC ME MX MY RS SM TH TR UA US VA'
const sixDigits = 'BY CN CO IN KZ RO RU SG VN'

/** The forms of postal codes, in lower case. The addresses of other countries are typed part by part. */
const patterns: Readonly<Record<string, string>> = {
  ...sameFor(fourDigits, String.raw`\d{4}`),
  ...sameFor(fiveDigits, String.raw`\d{5}`),
  ...sameFor(sixDigits, String.raw`\d{6}`),
  ...sameFor('CZ GR SE SK', String.raw`\d{3} ?\d{2}`),
  BR: String.raw`\d{5}-?\d{3}`,
  CA: String.raw`[a-z]\d[a-z] ?\d[a-z]\d`,
  GB: String.raw`[a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}`,
  IE: String.raw`[a-z]\d[\dw] ?[a-z\d]{4}`,
  JP: String.raw`\d{3}-?\d{4}`,
  LT: String.raw`(?:lt-)?\d{5}`,
  LV: String.raw`(?:lv-)?\d{4}`,
  MT: String.raw`[a-z]{3} ?\d{4}`,
  NL: String.raw`\d{4} ?[a-z]{2}`,
  PL: String.raw`\d{2}-\d{3}`,
  PT: String.raw`\d{4}-\d{3}`,
}

/**
 * Reads an address on one line, with commas between street and city: `Unter den Linden 1, 10117 Berlin`.
 * @param country two letters of ISO 3166-1
 * @returns null where the line does not clearly have a street, a postal code and a city
 */
export function readAddressLine(line: string, country: string): AddressLine | null {
  const pattern = patterns[country]
  if (pattern === undefined) return null
  const code = new RegExp(`(?<![\\p{L}\\d])${pattern}(?![\\p{L}\\d])`, 'iu')
  const segments = line
    .split(/[,،，\n]/)
    .map(tidy)
    .filter(Boolean)
  const at = segments.findLastIndex((segment, index) => index > 0 && code.test(segment))
  const coded = segments[at]
  if (coded === undefined) return null
  const postal_code = code.exec(coded)?.[0] ?? ''
  const beside = readState(tidy(coded.replace(postal_code, ' ')), country)
  // The city is beside the code, or between the code and the comma before it.
  const cityAt = beside.city === '' ? at - 1 : at
  const city = beside.city || segments[cityAt]
  const address = segments.slice(0, cityAt).join(', ')
  if (address === '' || city === undefined) return null
  return { address, postal_code: postal_code.toUpperCase(), city, state: beside.state }
}

/** Takes a state such as `IL` or `NSW` from the end of the text beside a postal code. */
function readState(text: string, country: string): { city: string; state: string } {
  const [, city = '', state = ''] = (hasState(country) && /^(.*?)\b([A-Z]{2,3})$/.exec(text)) || []
  return state === '' ? { city: text, state } : { city: tidy(city), state }
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function sameFor(countries: string, pattern: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, pattern]))
}
