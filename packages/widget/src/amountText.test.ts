import fc from 'fast-check'
import { expect, test } from 'vitest'
import { currencies } from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import { plainDecimal, readAmount, trimZeros } from './amountText.ts'

const money = fc.record({
  currency: fc.constantFrom(...currencies.map(({ code }) => code)),
  units: fc.bigInt({ min: 1n, max: 10n ** 24n - 1n }),
})

/** What people make of the same number. */
const handwritings: Readonly<Record<string, (plain: string) => string>> = {
  'a point': (plain) => plain,
  'a comma': (plain) => plain.replace('.', ','),
  'spaces around': (plain) => `  ${plain} `,
  'a leading zero': (plain) => `0${plain}`,
  'Arabic-Indic digits': (plain) => inDigits(plain, 0x660).replace('.', '\u066b'),
  'Persian digits': (plain) => inDigits(plain, 0x6f0),
  'Devanagari digits': (plain) => inDigits(plain, 0x966),
  'full width digits': (plain) => inDigits(plain, 0xff10),
}

test.each(Object.entries(handwritings))('an amount written with %s is the amount', (_, write) => {
  fc.assert(
    fc.property(money, (amount) => {
      expect(readAmount(write(Money.format(amount)), amount.currency)).toEqual(amount)
    }),
  )
})

test('groups of three are read where a decimal mark or a second group makes them certain', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100_000_000n, max: 10n ** 20n }),
      fc.constantFrom(',', '.', "'", ' '),
      (units, mark) => {
        const [whole = '', fraction = ''] = Money.format({ units, currency: 'EUR' }).split('.')
        const point = mark === ',' ? '.' : ','
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, mark)
        expect(readAmount(`${grouped}${point}${fraction}`, 'EUR')).toEqual({ units, currency: 'EUR' })
      },
    ),
  )
})

test.each([
  ['1,000', 'EUR', 'amount_precision'],
  ['25.000', 'USD', 'amount_precision'],
  ['0.001', 'EUR', 'amount_precision'],
  ['1.5', 'JPY', 'amount_precision'],
  ['', 'EUR', 'amount_invalid'],
  ['0', 'EUR', 'amount_invalid'],
  ['.', 'EUR', 'amount_invalid'],
  ['-5', 'EUR', 'amount_invalid'],
  ['1e5', 'EUR', 'amount_invalid'],
  ['5 EUR', 'EUR', 'amount_invalid'],
  ['1,00,000', 'EUR', 'amount_invalid'],
  ['1.2.3', 'EUR', 'amount_invalid'],
  ['1 2', 'EUR', 'amount_invalid'],
])('%j %s is refused, never guessed', (typed, currency, why) => {
  expect(readAmount(typed, currency)).toBe(why)
})

test.each([
  ['.5', '0.5'],
  ['5.', '5'],
  ['007', '7'],
  ['1.000.000', '1000000'],
  ['1.234,56', '1234.56'],
  ['1,234.56', '1234.56'],
  ['1’234.50', '1234.50'],
  ['1\u202f234,5', '1234.5'],
])('%j reads as %s', (typed, plain) => {
  expect(plainDecimal(typed)).toBe(plain)
})

test('dropping the zeros that say nothing changes no amount', () => {
  fc.assert(
    fc.property(money, (amount) => {
      expect(readAmount(trimZeros(Money.format(amount)), amount.currency)).toEqual(amount)
    }),
  )
  expect(trimZeros('100')).toBe('100')
})

function inDigits(plain: string, zero: number): string {
  return plain.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}
