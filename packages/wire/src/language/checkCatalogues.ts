import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { catalogueFaults } from './catalogueFaults.ts'
import type { Catalogue } from './compileCatalogue.ts'
import { languages } from './languages.ts'

/*
 * Ends a build with what is wrong with catalogues that no bundler reads: folders with English as a module and every other
 * language as JSON.
 */

const faults: string[] = []
for (const folder of process.argv.slice(2)) {
  const english = await englishOf(folder)
  for (const language of languages) {
    const words = language === 'en' ? english : await wordsOf(folder, language)
    faults.push(...catalogueFaults(language, english, words).map((fault) => `${folder}: ${fault}`))
  }
}
for (const fault of faults) process.stderr.write(`${fault}\n`)
if (faults.length > 0) process.exitCode = 1

async function englishOf(folder: string): Promise<Catalogue> {
  const { href } = pathToFileURL(join(resolve(folder), 'en.ts'))
  return ((await import(href)) as { default: Catalogue }).default
}

async function wordsOf(folder: string, language: string): Promise<Catalogue> {
  return JSON.parse(await readFile(join(folder, `${language}.json`), 'utf8')) as Catalogue
}
