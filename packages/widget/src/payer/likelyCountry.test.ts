import { expect, test } from 'vitest'
import { likelyCountry } from './likelyCountry.ts'

const pause = () => Promise.resolve()
const codes = ['AT', 'DE', 'CH', 'US', 'GB']

test('the country is that of the clock, whatever language the browser speaks', async () => {
  expect(await likelyCountry(codes, { timeZone: 'Europe/Vienna', languages: ['en-US'] }, pause)).toBe('AT')
})

test('a clock that is set for no country of the list names none', async () => {
  expect(await likelyCountry(codes, { timeZone: 'Europe/Paris', languages: ['fr-FR'] }, pause)).toBeNull()
})

test.each(['UTC', 'GMT', 'Etc/GMT+5', 'Etc/UTC'])(
  'a clock that is set to %s names no country, and none is looked for',
  async (timeZone) => {
    const noPause = () => Promise.reject(new Error('countries are looked through'))
    expect(await likelyCountry(codes, { timeZone, languages: ['en-GB'] }, noPause)).toBeNull()
  },
)

test('a long list is looked through in parts, between which the page can answer its buyer', async () => {
  const pauses: number[] = []
  const long = Array.from({ length: 30 }, () => 'US')
  const reader = { timeZone: 'Europe/Vienna', languages: ['en-US'] }
  const noted = async () => void pauses.push(1)
  expect(await likelyCountry([...long, 'AT'], reader, noted)).toBe('AT')
  expect(pauses).toHaveLength(16)
})
