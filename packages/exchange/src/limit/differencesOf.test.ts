import { expect, test } from 'vitest'
import { differencesOf } from './differencesOf.ts'

const person = (first_name: string | null, last_name: string | null) => ({
  first_name,
  last_name,
  birth_date: '1955-04-03',
  country: 'DE',
})
const documents = (given: string, family: string) => ({
  names: [{ given, family }],
  birthDate: '1955-04-03',
  countries: ['DE'],
})

test.for([
  ['Jürgen', 'Müller', 'JUERGEN', 'MUELLER'],
  ['Juergen', 'Mueller', 'Jürgen', 'Müller'],
  ['Jurgen', 'Muller', 'Jürgen', 'Müller'],
  ['Łukasz', 'Żółć', 'LUKASZ', 'ZOLC'],
  ['Søren', 'Ærø-Åse', 'SOEREN', 'AEROE AASE'],
  ['Юрий', 'Щербаков', 'IURII', 'SHCHERBAKOV'],
  ['Tatyana', 'Khmelnitskaya', 'Татьяна', 'Хмельницкая'],
  ['Tatiana', 'Hmelnitskaia', 'Татьяна', 'Хмельницкая'],
  ['Alena', 'Aleksandrova', 'Алёна', 'Александрова'],
  ['Georgios', 'Papadopoulos', 'Γεώργιος', 'Παπαδόπουλος'],
  ['Ünal', 'Işık', 'UNAL', 'ISIK'],
  ['Anna', 'Schmidt', 'Anna Maria', 'Schmidt'],
  ['Anna Maria', 'Schmidt', 'Anna', 'Schmidt'],
  ['Anna', 'Maria Schmidt', 'Anna Maria', 'Schmidt'],
  ['Maria', 'García', 'María', 'García López'],
  ['Jean-Luc', 'Picard', 'Jean Luc', 'PICARD'],
  ['Annamaria', 'Rossi', 'Anna-Maria', 'Rossi'],
  ["Sean O'Neill", 'Byrne', 'Sean ONeill', 'Byrne'],
  ['Jan', 'de Groot', 'Jan', 'DeGroot'],
  ['Müller', 'Jürgen', 'Jürgen', 'Müller'],
  ['Straße', 'Groß', 'STRASSE', 'GROSS'],
  [null, null, 'Ada', 'Example'],
] as const)('%s %s is the holder of a document of %s %s', ([first, last, given, family]) => {
  expect(differencesOf(person(first, last), documents(given, family))).toEqual([])
})

test.for([
  ['Mallory', 'Example', 'Alice', 'Example'],
  ['Alice', 'Mallory', 'Alice', 'Example'],
  ['Jan', 'Maria', 'Anna', 'Maria'],
  ['García', 'López', 'María', 'García López'],
  ['A', 'Example', 'Alice', 'Example'],
  ['Alice', 'Example', 'Alice', ''],
  ['Alice', 'Example', '', 'Alice Example'],
] as const)('%s %s is not the holder of a document of %s %s', ([first, last, given, family]) => {
  expect(differencesOf(person(first, last), documents(given, family))).toEqual(['name'])
})

test('a name is found in any of the ways in which the documents write it', () => {
  const names = [
    { given: 'მარიამ', family: 'x' },
    { given: 'Mariam', family: 'Beridze' },
  ]
  expect(differencesOf(person('Mariam', 'Beridze'), { ...documents('', ''), names })).toEqual([])
})

test('a birth date or a country differs, or is not given', () => {
  const read = documents('Ada', 'Example')
  const entered = person('Ada', 'Example')
  expect(differencesOf(entered, { ...read, birthDate: '1990-04-03' })).toEqual(['birth_date'])
  expect(differencesOf(entered, { ...read, countries: ['FR', 'PL'] })).toEqual(['country'])
  expect(differencesOf(entered, { ...read, countries: ['FR', 'DE'] })).toEqual([])
  expect(differencesOf(entered, { names: [], birthDate: null, countries: [] })).toEqual([
    'name',
    'birth_date',
    'country',
  ])
})

test('an unknown detail of a client is no difference, but documents without details are', () => {
  const nobody = { first_name: null, last_name: null, birth_date: null, country: null }
  expect(differencesOf(nobody, documents('Ada', 'Example'))).toEqual([])
  expect(differencesOf(nobody, { ...documents('Ada', 'Example'), birthDate: null })).toEqual(['birth_date'])
})
