import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Rate from './Rate.ts'

const Exact = Decimal.clone({ precision: 120 })

describe('a rate', () => {
  test('a rate is shown exactly as it is used', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 36n), (value) => {
        const rate = { payin: 'EUR', payout: 'BTC', value }
        expect(Rate.parse(Rate.format(rate), 'EUR', 'BTC')).toEqual(rate)
      }),
    )
  })

  test('a rate is written plainly, without an exponent or trailing zeros', () => {
    expect(Rate.format(Rate.parse('100', 'EUR', 'BTC'))).toBe('100')
    expect(Rate.format(Rate.parse('0.000000000000000001', 'EUR', 'BTC'))).toBe('0.000000000000000001')
    expect(Rate.format(Rate.parse('86430.10', 'EUR', 'BTC'))).toBe('86430.1')
  })

  test('a rate buys rounded down and costs rounded up, each by less than a unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 24n), fc.bigInt(1n, 10n ** 15n), (value, units) => {
        const rate = { payin: 'EUR', payout: 'BTC', value }
        const price = new Exact(value.toString()).div('1e18')
        const fairly = new Exact(units.toString()).div('1e2').div(price).mul('1e8')
        const bought = new Exact(Rate.buy(rate, { units, currency: 'EUR' }).units.toString())
        expect(bought.lte(fairly) && bought.add(1).gt(fairly)).toBe(true)
        const worth = new Exact(units.toString()).div('1e8').mul(price).mul('1e2')
        const paid = new Exact(Rate.cost(rate, { units, currency: 'BTC' }).units.toString())
        expect(paid.gte(worth) && paid.sub(1).lt(worth)).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })

  test.each(['0', '-1', '1e5', '', '1.0000000000000000001'])('a rate is not %j', (text) => {
    expect(() => Rate.parse(text, 'EUR', 'BTC')).toThrow(RangeError)
  })
})
