import { expect, it } from 'vitest'
import { likelyCountry } from './likelyCountry.ts'

const codes = ['AT', 'DE', 'CH', 'US', 'GB']

it('the country is that of the clock, whatever language the browser speaks', () => {
  expect(likelyCountry(codes, { timeZone: 'Europe/Vienna', languages: ['en-US'] })).toBe('AT')
})

it('a clock that is set for no country of the list, or for none at all, names none', () => {
  expect(likelyCountry(codes, { timeZone: 'Europe/Paris', languages: ['fr-FR'] })).toBeNull()
  expect(likelyCountry(codes, { timeZone: 'UTC', languages: ['en-GB'] })).toBeNull()
})
