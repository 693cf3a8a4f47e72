import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** Reads the catalogues of a folder, whose English is its module `en.ts`. @throws where a language has no file */
export async function cataloguesIn(folder: string): Promise<Catalogues<string>> {
  const { href } = pathToFileURL(resolve(folder, 'en.ts'))
  const { default: english } = (await import(href)) as { default: Readonly<Record<string, string>> }
  return readCatalogues(folder, english)
}
