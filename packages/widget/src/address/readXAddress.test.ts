import { expect, test } from 'vitest'
import { readXAddress } from './readXAddress.ts'

test.for([
  ['live', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', ''],
  ['live', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', '1'],
  ['sandbox', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCqkr7wxCcNcfZ6p5GZ', ''],
  ['sandbox', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE', '1'],
] as const)('an X-address in %s, %s, becomes its account and the tag "%s"', ([mode, typed, memo]) => {
  expect(readXAddress(typed, mode)).toEqual({ address: 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59', memo })
})

test.for([
  ['of the other network', 'T719a5UwUCnEs54UsxG9CJYYDhwmFCvbJNZbi37gBGkRkbE'],
  ['with a wrong character', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fv'],
  ['that lacks a character', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2F'],
  ['that is an address of another form', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
] as const)('an X-address %s is left as it is', ([, typed]) => {
  expect(readXAddress(typed, 'live')).toBeNull()
})
