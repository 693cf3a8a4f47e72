import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cataloguesIn } from '@cambio/server/language/readCatalogues.ts'
import { catalogueFaults } from '@cambio/wire/language/catalogueFaults.ts'
import { compileCatalogue } from '@cambio/wire/language/compileCatalogue.ts'
import { languages } from '@cambio/wire/language/languages.ts'
import { expect, test } from 'vitest'

/*
 * Every language says everything, and fills in what English fills in. Here all catalogues are looked at, beside the
 * widget's, without which the widget is not built.
 */

const packages = join(import.meta.dirname, '../../..')

/** Folders with English as a module and every other language as JSON. */
const folders = {
  'the card form says': 'cards/frame/messages',
  'the exchange’s pages say': 'bff/src/pages/messages',
  'mails with codes say': 'rails/src/mail/messages',
}

for (const [what, folder] of Object.entries(folders))
  test.for(languages)(`${what} everything in %s`, async (language) => {
    const catalogues = await cataloguesIn(join(packages, folder))
    expect(catalogueFaults(language, catalogues.en, catalogues[language])).toEqual([])
  })

test('the card form fills in nothing: its words are texts that it shows as they are', async () => {
  const catalogues = await cataloguesIn(join(packages, folders['the card form says']))
  for (const language of languages)
    expect(compileCatalogue(catalogues[language])).toEqual(catalogues[language])
})

test('what a language lacks, has too much or fills in otherwise is found', () => {
  const english = {
    paid: 'Paid',
    pay: 'Pay {amount}',
    tries: '{count, plural, one {One try} other {# tries}}',
  }
  const russian = {
    paid: ' ',
    pay: 'Оплатить {amoumt}',
    tries: '{count, plural, one {# попытка} other {# попытки}}',
    more: 'Ещё',
  }
  expect(catalogueFaults('ru', english, russian)).toEqual([
    'ru: paid is missing',
    'ru: more is no message of English',
    'ru: pay fills in {amoumt}, English {amount}',
    'ru: tries lacks the plural few, many',
  ])
  expect(catalogueFaults('de', english, { ...english, paid: 'Wird bezahlt …' })).toEqual([
    'de: paid has a plain space before …',
  ])
  expect(catalogueFaults('de', english, { ...english, paid: 'Wird bezahlt\u00a0…' })).toEqual([])
  expect(catalogueFaults('de', english, { ...english, pay: 'Zahlen {amount' })).toEqual([
    expect.stringMatching(/^de: pay cannot be read: /),
  ])
  const { tries } = english
  const otherForms = {
    [tries.replace('one {', 'few {# tries} one {')]: 'has the plural few, which its language has not',
    [tries.replace('# tries', '# {more} tries')]: 'has more than text in a plural',
    [`Left: ${tries}`]: 'is neither text with names in it nor one plural',
    '{count, number}': 'is neither text with names in it nor one plural',
  }
  for (const [message, fault] of Object.entries(otherForms))
    expect(catalogueFaults('de', english, { ...english, tries: message })).toEqual([`de: tries ${fault}`])
  expect(catalogueFaults('en', english, english)).toEqual([])
})

/** What is written from left to right alone, and would stay where it is in a language from right to left. */
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)\b|(?:left|right)\s*:|border-(?:top|bottom)-(?:left|right)-radius|text-align:\s*(?:left|right)|float:\s*(?:left|right))/m
/** Shorthands of four values, of which the second is the right side and the fourth the left one. */
const shorthand = /(?:padding|margin|inset|border-width):([^;{}]+);/g

test('no style of the widget, the card form, the loader or the pages knows left from right', async () => {
  const found: string[] = []
  for (const pattern of [
    'widget/src/**/*.css',
    'cards/frame/*.css',
    'embed/src/sheets.ts',
    'bff/src/pages/pageStyle.ts',
    'cards/src/sandbox/pages/bankStyle.ts',
  ])
    for await (const file of glob(pattern, { cwd: packages })) {
      const text = await readFile(join(packages, file), 'utf8')
      const [first] = physical.exec(text) ?? []
      if (first) found.push(`${file}: ${first.trim()}`)
      for (const [rule, value = ''] of text.matchAll(shorthand))
        if (isLopsided(value)) found.push(`${file}: ${rule}`)
    }
  expect(found).toEqual([])
  expect('2px 3px 4px 5px').toSatisfy(isLopsided)
  expect('2px max(1px, env(x)) 4px').not.toSatisfy(isLopsided)
})

function isLopsided(value: string): boolean {
  const [, right, , left] = value.trim().match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? []
  return left !== undefined && left !== '!important' && left !== right
}
