import { expect, test } from 'vitest'
import { popularCountries } from './popularCountries.ts'

const codes = ['AT', 'CH', 'DE', 'ES', 'FR', 'GB', 'IT', 'JP', 'US']

test.each([
  ['of the clock, then of the languages', 'CH', ['de-AT', 'ja'], ['CH', 'AT', 'JP', 'DE', 'FR', 'GB']],
  ['of the languages, where the clock has none', null, ['de'], ['DE', 'FR', 'GB', 'ES', 'IT', 'US']],
  ['of many buyers, where a language is none', null, ['*'], ['DE', 'FR', 'GB', 'ES', 'IT', 'US']],
])('the first countries are those %s', (_, likely, languages, expected) => {
  expect(popularCountries(codes, { likely, languages })).toEqual(expected)
})

test('a country that may not be chosen is not among them', () => {
  expect(popularCountries(['AT', 'US'], { likely: 'KP', languages: ['fa-IR'] })).toEqual(['US'])
})
