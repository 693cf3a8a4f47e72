import { readFile } from 'node:fs/promises'
import { catalogueFaults } from '@cambio/wire/language/catalogueFaults.ts'
import type { Catalogue } from '@cambio/wire/language/compileCatalogue.ts'
import { languages } from '@cambio/wire/language/languages.ts'
import opening from './src/messages/opening.ts'
import order from './src/messages/order.ts'
import purchase from './src/messages/purchase.ts'

const english: Readonly<Record<string, Catalogue>> = { opening, purchase, order }

/** What is wrong with the words of the widget, in any language: a sentence for each fault. */
export async function messageFaults(): Promise<string[]> {
  const faults = Object.entries(english).map(([, part]) => catalogueFaults('en', part, part))
  for (const language of languages.filter((each) => each !== 'en'))
    for (const [part, messages] of Object.entries(english)) {
      const path = `${import.meta.dirname}/src/messages/${language}/${part}.json`
      const translated = JSON.parse(await readFile(path, 'utf8')) as Catalogue
      faults.push(catalogueFaults(language, messages, translated))
    }
  return faults.flat()
}
