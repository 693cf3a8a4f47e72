import { createHash } from 'node:crypto'
import type { Countries } from '@cambio/exchange/country/Countries.ts'
import { compressible } from '@cambio/server/http/Compressible.ts'
import type { CountryList } from '@cambio/wire/CountryList.ts'
import type { BuiltFile } from '../pages/BuiltFile.ts'

/** The countries of one catalogue, as a file with an address of its own. */
type CountriesFile = { readonly path: string; readonly file: BuiltFile }

const files = new WeakMap<Countries, CountriesFile>()

/** The file of these countries; other countries have another address, so that a browser may keep it for good. */
export function countriesFileOf(countries: Countries): CountriesFile {
  const known = files.get(countries)
  if (known) return known
  const list: CountryList = [...countries].map(([code, service]) => ({
    code,
    forbidden: service === 'forbidden',
    forbidden_card: service !== 'served',
  }))
  const text = JSON.stringify(list)
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  const file = { type: 'application/json', ...compressible(Buffer.from(text)) }
  const countriesFile = { path: `/widget/countries/${hash}.json`, file }
  files.set(countries, countriesFile)
  return countriesFile
}
