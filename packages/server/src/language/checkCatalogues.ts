import process from 'node:process'
import { catalogueFaults } from '@cambio/wire/language/catalogueFaults.ts'
import { languages } from '@cambio/wire/language/languages.ts'
import { cataloguesIn } from './readCatalogues.ts'

/* Ends a build with what is wrong with the catalogues of folders that no bundler reads. */

for (const folder of process.argv.slice(2)) {
  const catalogues = await cataloguesIn(folder)
  for (const language of languages)
    for (const fault of catalogueFaults(language, catalogues.en, catalogues[language])) {
      process.stderr.write(`${folder}: ${fault}\n`)
      process.exitCode = 1
    }
}
