import { createHash } from 'node:crypto'
import type { Countries } from '@cambio/exchange/country/Countries.ts'
import type { CountryList } from '@cambio/wire/CountryList.ts'
import { compressed, type BuiltFile } from '../pages/BuiltFile.ts'

/** The countries of one catalogue, as a file with an address of its own. */
export type CountriesFile = { readonly path: string; readonly text: string }

const files = new WeakMap<Countries, CountriesFile>()
const compressions = new WeakMap<CountriesFile, Promise<BuiltFile>>()

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
  const file = { path: `/widget/countries/${hash}.json`, text }
  files.set(countries, file)
  return file
}

/** The file, compressed once, ready to be sent. */
export function builtCountries(file: CountriesFile): Promise<BuiltFile> {
  const known = compressions.get(file)
  if (known) return known
  const built = compressed('application/json', Buffer.from(file.text))
  compressions.set(file, built)
  return built
}
