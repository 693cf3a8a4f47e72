import { expect, test } from 'vitest'
import { countryNames } from './countryNames.ts'

test('each country has the name that Unicode gives it, and they are sorted by code', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const codes = Object.keys(countryNames)
  expect(countryNames).toEqual(Object.fromEntries(codes.map((code) => [code, names.of(code)])))
  expect(codes).toEqual(codes.toSorted())
  expect(codes).toHaveLength(250)
})
