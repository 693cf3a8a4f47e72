import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as Currency from './Currency.ts'
import * as Money from './Money.ts'

const currency = fc.constantFrom(...Currency.currencies.map(({ code }) => code))

describe('an amount', () => {
  test('an amount survives the wire to the last unit, in every currency', () => {
    fc.assert(
      fc.property(currency, fc.bigInt(1n, 10n ** 30n), (code, units) => {
        const money = { units, currency: code }
        expect(Money.parse(Money.format(money), code)).toEqual(
          units < 10n ** BigInt(24 + Currency.get(code).decimals) ? money : 'amount_invalid',
        )
      }),
      { numRuns: 5_000 },
    )
  })

  test('an amount is written with exactly its currency’s decimals', () => {
    expect(Money.format({ units: 10_000n, currency: 'EUR' })).toBe('100.00')
    expect(Money.format({ units: 213_400n, currency: 'BTC' })).toBe('0.00213400')
    expect(Money.format({ units: 7n, currency: 'JPY' })).toBe('7')
    expect(Money.format({ units: 1n, currency: 'ETH' })).toBe('0.000000000000000001')
  })

  test.each([
    ['100.001', 'EUR', 'amount_precision'],
    ['1.5', 'JPY', 'amount_precision'],
    ['0.0000000000000000001', 'ETH', 'amount_precision'],
    ['0', 'EUR', 'amount_invalid'],
    ['0.00', 'EUR', 'amount_invalid'],
    ['-1', 'EUR', 'amount_invalid'],
    ['+1', 'EUR', 'amount_invalid'],
    ['1e3', 'EUR', 'amount_invalid'],
    ['01', 'EUR', 'amount_invalid'],
    ['1.', 'EUR', 'amount_invalid'],
    ['.5', 'EUR', 'amount_invalid'],
    ['1,5', 'EUR', 'amount_invalid'],
    [' 1', 'EUR', 'amount_invalid'],
    ['٣', 'EUR', 'amount_invalid'],
    ['NaN', 'EUR', 'amount_invalid'],
    ['', 'EUR', 'amount_invalid'],
  ])('an amount refuses %j in %s as %s, and never rounds it', (text, code, why) => {
    expect(Money.parse(text, code)).toBe(why)
  })

  test.each([
    ['100.000', 'EUR'],
    ['100.00', 'JPY'],
  ])('an amount is refused from a caller where %s has more digits than %s, be they zeros', (text, code) => {
    expect(Money.parseExact(text, code)).toBe('amount_precision')
    expect(Money.parseExact('100', code)).toEqual(Money.parse('100', code))
  })

  test('an amount from outside may have trailing zeros beyond its currency’s decimals, since they mean nothing', () => {
    expect(Money.parse('100.000', 'EUR')).toEqual({ units: 10_000n, currency: 'EUR' })
    expect(Money.parse('100.00', 'JPY')).toEqual({ units: 100n, currency: 'JPY' })
  })

  test('an amount is never added to another currency', () => {
    expect(() => Money.add({ units: 1n, currency: 'EUR' }, { units: 1n, currency: 'USD' })).toThrow(
      RangeError,
    )
  })

  test('an amount gives a share rounded up, so that the payer never gains', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), fc.bigInt(0n, 10_000n), (units, bps) => {
        const share = Money.share({ units, currency: 'EUR' }, bps).units
        expect(share * 10_000n >= units * bps && (share - 1n) * 10_000n < units * bps).toBe(true)
      }),
    )
  })
})
