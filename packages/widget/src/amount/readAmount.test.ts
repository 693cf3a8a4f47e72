import { currencies } from '@cambio/wire/Currency.ts'
import * as Money from '@cambio/wire/Money.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAmount, type Marks } from './readAmount.ts'

const english: Marks = { decimal: '.', group: ',' }
const german: Marks = { decimal: ',', group: '.' }
const french: Marks = { decimal: ',', group: '\u202f' }
const swiss: Marks = { decimal: '.', group: '’' }

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
      const written = write(Money.format(amount))
      // Three digits behind a comma may group, which other tests are about.
      fc.pre(!/^[1-9]\d{0,2}[.,]\d{3}$/.test(written))
      expect(readAmount(written, amount.currency, english)).toEqual(amount)
    }),
  )
})

test('groups of three are read where a decimal mark or a second group makes them certain', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 100_000_000n, max: 10n ** 20n }),
      fc.constantFrom(',', '.', "'", ' '),
      fc.constantFrom(english, german, french, swiss),
      (units, mark, marks) => {
        const [whole = '', fraction = ''] = Money.format({ units, currency: 'EUR' }).split('.')
        const point = mark === ',' ? '.' : ','
        const grouped = whole.replace(/\B(?=(\d{3})+$)/g, mark)
        expect(readAmount(`${grouped}${point}${fraction}`, 'EUR', marks)).toEqual({ units, currency: 'EUR' })
      },
    ),
  )
})

test.each([
  ['20,000', 'USDC', english, '20000.000000'],
  ['1,000', 'EUR', english, '1000.00'],
  ['1.000', 'EUR', german, '1000.00'],
  ['1.234', 'ETH', german, '1234.000000000000000000'],
  ['1.234', 'ETH', english, '1.234000000000000000'],
  ['1,234', 'ETH', german, '1.234000000000000000'],
  ['1,234', 'KWD', german, '1.234'],
  ['0,125', 'ETH', english, '0.125000000000000000'],
  ['0.125', 'ETH', german, '0.125000000000000000'],
  ['1234.567', 'ETH', german, '1234.567000000000000000'],
  ['1,000', 'JPY', english, '1000'],
  ['1\u202f000', 'EUR', french, '1000.00'],
  ['1’000', 'EUR', swiss, '1000.00'],
] as const)(
  'a lone mark before three digits is what it is in the language: %j %s',
  (typed, currency, marks, amount) => {
    expect(readAmount(typed, currency, marks)).toEqual(Money.parse(amount, currency))
  },
)

test.each([
  ['1.000', 'EUR', english, ['1000.00', '1.00']],
  ['1,000', 'EUR', german, ['1000.00', '1.00']],
  ['25.000', 'USD', english, ['25000.00', '25.00']],
  ['1.234', 'EUR', english, ['1234.00']],
  ['1.000', 'JPY', english, ['1000', '1']],
  ['1.234', 'ETH', french, ['1234.000000000000000000', '1.234000000000000000']],
] as const)(
  'the buyer is asked what %j %s means where the language cannot tell',
  (typed, currency, marks, amounts) => {
    expect(readAmount(typed, currency, marks)).toEqual({
      choices: amounts.map((amount) => Money.parse(amount, currency)),
    })
  },
)

test.each([
  ['0.001', 'EUR', 'amount_precision'],
  ['1.5', 'JPY', 'amount_precision'],
  ['', 'EUR', 'amount_invalid'],
  ['0', 'EUR', 'amount_invalid'],
  ['.', 'EUR', 'amount_invalid'],
  ['-5', 'EUR', 'amount_invalid'],
  ['1e5', 'EUR', 'amount_invalid'],
  ['5 USD', 'EUR', 'amount_invalid'],
  ['$5', 'EUR', 'amount_invalid'],
  ['€', 'EUR', 'amount_invalid'],
  ['1,00,000', 'EUR', 'amount_invalid'],
  ['1.2.3', 'EUR', 'amount_invalid'],
  ['1 2', 'EUR', 'amount_invalid'],
])('%j %s is refused, never guessed', (typed, currency, why) => {
  expect(readAmount(typed, currency, english)).toBe(why)
})

test.each([
  ['.5', 'EUR', '0.50'],
  ['5.', 'EUR', '5.00'],
  ['007', 'EUR', '7.00'],
  ['1.000.000', 'EUR', '1000000.00'],
  ['1.234,56', 'EUR', '1234.56'],
  ['1,234.56', 'EUR', '1234.56'],
  ['1’234.50', 'EUR', '1234.50'],
  ['1\u202f234,5', 'EUR', '1234.50'],
  ['1\u30001\u200b00', 'EUR', '1100.00'],
  ['1\u3000000', 'EUR', '1000.00'],
  ['\u200b100\u2060', 'EUR', '100.00'],
  ['\u202d1,234.50\u202c', 'EUR', '1234.50'],
  ['\t100\n', 'EUR', '100.00'],
  ['€100', 'EUR', '100.00'],
  ['100€', 'EUR', '100.00'],
  ['100 EUR', 'EUR', '100.00'],
  ['eur 99.50', 'EUR', '99.50'],
  ['¥1,000', 'JPY', '1000'],
  ['$25', 'USD', '25.00'],
  ['£ 1,000', 'GBP', '1000.00'],
  ['0.5 ETH', 'ETH', '0.500000000000000000'],
  ['20 USDT', 'USDTTRC20', '20.000000'],
  ['１００．５０', 'EUR', '100.50'],
  ['١٢٣٤٫٥', 'EUR', '1234.50'],
  ['١٬٢٣٤', 'EUR', '1234.00'],
])('%j is the %s %s', (typed, currency, amount) => {
  expect(readAmount(typed, currency, english)).toEqual(Money.parse(amount, currency))
})

test('an Arabic decimal mark never groups', () => {
  expect(readAmount('١٫٢٣٤', 'ETH', english)).toEqual(Money.parse('1.234', 'ETH'))
})

function inDigits(plain: string, zero: number): string {
  return plain.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}
