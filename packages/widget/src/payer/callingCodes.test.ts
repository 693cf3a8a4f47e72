import { expect, test } from 'vitest'
import { callingCodes, countryOfPhone, withCallingCode, withoutTrunkPrefix } from './callingCodes.ts'

test.each([
  ['', 'AT', '+43 '],
  ['660 1234567', 'AT', '+43 660 1234567'],
  ['+49 30 1234567', 'AT', '+43 30 1234567'],
  ['+4930 1234567', 'AT', '+43 30 1234567'],
  [' + 4 9 30 1234567', 'AT', '+43 30 1234567'],
  ['+1 212 5550100', 'CA', '+1 212 5550100'],
  ['+999 1', 'GB', '+44 999 1'],
  ['030 1234567', 'DE', '+49 30 1234567'],
  ['(030) 1234567', 'DE', '+49 (30) 1234567'],
  ['+49 (0)30 1234567', 'AT', '+43 30 1234567'],
  ['0049 30 1234567', 'DE', '+49 30 1234567'],
  ['06 1234 5678', 'IT', '+39 06 1234 5678'],
  ['06 20 1234567', 'HU', '+36 20 1234567'],
  ['1 212 5550100', 'US', '+1 212 5550100'],
])('%j with the code of %s is %j', (phone, country, expected) => {
  expect(withCallingCode(phone, country)).toBe(expected)
})

test.each([
  ['+49 30 1234567', 'AT', 'DE'],
  ['+1 604 5550100', 'US', 'US'],
  ['+1 604 5550100', 'CA', 'CA'],
  ['+1 604 5550100', 'DE', 'US'],
  ['+7 701 1234567', 'KZ', 'KZ'],
  ['030 1234567', 'DE', null],
  ['+', 'DE', null],
])('%j of a buyer in %s has the code of %s', (phone, own, country) => {
  expect(countryOfPhone(phone, own)).toBe(country)
})

test.each([
  ['+49 030 1234567', '+49 30 1234567'],
  ['+49030', '+4930'],
  ['+49 0/30 1234567', '+49 30 1234567'],
  ['+49 (0)30 1234567', '+49 30 1234567'],
  ['+39 06 1234 5678', '+39 06 1234 5678'],
  ['+225 07 01234567', '+225 07 01234567'],
  ['+36 30 0612345', '+36 30 0612345'],
  // Of what is typed one by one, the zero goes with the digit that follows it.
  ['+49 0', '+49 0'],
  ['+49 (0', '+49 (0'],
  ['+36 06', '+36 06'],
  ['030 1234567', '030 1234567'],
  ['+999 0123', '+999 0123'],
  ['', ''],
])('%j keeps no zero that is dialed within its country alone: %j', (phone, expected) => {
  expect(withoutTrunkPrefix(phone)).toBe(expected)
})

test('no calling code begins as another one does, so that a number has one', () => {
  const codes = [...new Set(callingCodes.values())]
  expect(codes.length).toBeGreaterThan(200)
  expect(codes.filter((code) => codes.some((other) => other !== code && code.startsWith(other)))).toEqual([])
  expect(callingCodes.size).toBe(245)
})
