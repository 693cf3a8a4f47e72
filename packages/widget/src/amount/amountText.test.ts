import * as Money from '@cambio/wire/Money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readableDigits, trimZeros } from './amountText.ts'

const ether = fc.bigInt({ min: 1n, max: 10n ** 30n }).map((units) => ({ units, currency: 'ETH' }))

test('dropping trailing zeros changes no amount', () => {
  fc.assert(
    fc.property(ether, (amount) => {
      expect(Money.parse(trimZeros(Money.format(amount)), 'ETH')).toEqual(amount)
    }),
  )
  expect(trimZeros('100')).toBe('100')
})

test.each([
  ['0.034351195987305583', '0.0343511'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['1.999999999999999999', '1.99999'],
  ['1234.567890000000000000', '1234.56'],
  ['1234567.891000000000000000', '1234567'],
  ['0.034000000000000000', '0.034'],
  ['20.000000', '20'],
  ['100', '100'],
])('%s is read as %s', (amount, readable) => {
  expect(readableDigits(amount)).toBe(readable)
})

test('the amount read is never more than the one written, and at most a hundred-thousandth of it less', () => {
  fc.assert(
    fc.property(ether, (amount) => {
      const read = Money.parse(readableDigits(Money.format(amount)), 'ETH')
      if (typeof read === 'string') throw new Error(read)
      expect(read.units).toBeLessThanOrEqual(amount.units)
      expect((amount.units - read.units) * 100_000n).toBeLessThan(amount.units)
    }),
  )
})
