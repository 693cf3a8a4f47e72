import { expect, test } from 'vitest'
import { namesPerson } from './namesPerson.ts'

test.each([
  ['JANE DOE', 'Jane Doe'],
  ['Doe, Jane', 'Jane Doe'],
  ['Dr. Jane Marie Doe', 'Jane Doe'],
  ['Jane und John Doe', 'Jane Doe'],
  ['MUELLER JUERGEN', 'Jürgen Müller'],
  ['Muller Jurgen', 'Jürgen Müller'],
  ['Zoe Gross', 'Zoë Groß'],
  ['LUKASZ ZOLC', 'Łukasz Żółć'],
  ['O’Neill Sean', "Seán O'Neill"],
  ['Иванова Анна', 'Анна Иванова'],
])('the payer “%s” names %s', (payer, person) => {
  expect(namesPerson(payer, person)).toBe(true)
})

test.each([
  ['John Doe', 'Jane Doe'],
  ['J Doe', 'Jane Doe'],
  ['Doe GmbH', 'Jane Doe'],
  ['Janet Doering', 'Jane Doe'],
  ['', 'Jane Doe'],
  ['Jane Doe', ''],
])('the payer “%s” does not name %s', (payer, person) => {
  expect(namesPerson(payer, person)).toBe(false)
})
