import { expect, test } from 'vitest'
import { readAddressLine } from './readAddressLine.ts'

test.each([
  ['DE', 'Unter den Linden 1, 10117 Berlin', ['Unter den Linden 1', '10117', 'Berlin', '']],
  [
    'DE',
    'Hof 2, Unter den Linden 10999, 10117  Berlin',
    ['Hof 2, Unter den Linden 10999', '10117', 'Berlin', ''],
  ],
  ['GB', '10 Downing Street, London sw1a 2aa', ['10 Downing Street', 'SW1A 2AA', 'London', '']],
  ['GB', 'Flat 2, 10 High Street, Leeds, LS1 4AP', ['Flat 2, 10 High Street', 'LS1 4AP', 'Leeds', '']],
  ['NL', 'Damrak 1, 1012 LG Amsterdam', ['Damrak 1', '1012 LG', 'Amsterdam', '']],
  ['US', '1 Main St, Springfield, IL 62704', ['1 Main St', '62704', 'Springfield', 'IL']],
  ['AU', '1 George St, Sydney NSW 2000', ['1 George St', '2000', 'Sydney', 'NSW']],
  ['SE', 'Kungsgatan 1, 111 43 Stockholm', ['Kungsgatan 1', '111 43', 'Stockholm', '']],
])('an address of %s on one line, %s, is read', (country, line, [address, postal_code, city, state]) => {
  expect(readAddressLine(line, country)).toEqual({ address, postal_code, city, state })
})

test.each([
  ['a street alone', 'DE', 'Unter den Linden 1'],
  ['a street and its house', 'DE', 'Unter den Linden 1, Hof'],
  ['a code without a city', 'DE', 'Unter den Linden 1, 10117'],
  ['no comma', 'DE', 'Unter den Linden 1 10117 Berlin'],
  ['longer digits', 'DE', 'Unter den Linden 1, 1011765 Berlin'],
  ['a country whose codes are not known', 'ZZ', '1 Road, 12345 Town'],
])('a line with %s is left as it is typed', (_what, country, line) => {
  expect(readAddressLine(line, country)).toBeNull()
})
