import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages, type Language } from '@cambio/wire/language/languages.ts'

/** The texts of each language, by key. */
export type Catalogues<Key extends string> = Readonly<Record<Language, Readonly<Record<Key, string>>>>

/**
 * Reads the catalogues of a folder, once at the start: English is a module, every other language a JSON file named
 * after its tag. A test compares each of them with English.
 *
 * @throws where a language has no file
 */
export function readCatalogues<Key extends string>(
  folder: string,
  english: Readonly<Record<Key, string>>,
): Catalogues<Key> {
  const read = (language: Language) =>
    language === 'en' ? english : JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8'))
  return Object.fromEntries(languages.map((language) => [language, read(language)])) as Catalogues<Key>
}
