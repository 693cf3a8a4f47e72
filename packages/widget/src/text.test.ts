import { languages } from '@cambio/wire/language/languages.ts'
import { expect, test } from 'vitest'
import { languageFor, sayIn } from './text.ts'
import { writingIn } from './Writing.ts'

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-ch', 'de'],
  ['en-GB', 'en'],
  ['ar-EG', 'ar'],
  ['no-NO', 'nb'],
  ['iw', 'he'],
  ['tlh', 'en'],
  ['', 'en'],
])('a reader who asks for %j reads %s', async (locale, tag) => {
  expect((await languageFor(locale)).tag).toBe(tag)
})

test('amounts are read in the reader’s way, coins to six significant digits', async () => {
  const german = writingIn(await languageFor('de'), 'de')
  const english = writingIn(await languageFor('en'), 'en')
  expect(english.amount('0.034782608695652173', 'ETH')).toBe('0.0347826\u00a0ETH')
  expect(english.exact('0.034782608695652173', 'ETH')).toBe('0.034782608695652173\u00a0ETH')
  expect(english.amount('0.034000000000000000', 'ETH')).toBe('0.034\u00a0ETH')
  expect(english.amount('20.000000', 'USDTTRC20')).toBe('20\u00a0USDT')
  expect(english.computed('1234.567890', 'USDC')).toBe('1234.56')
  expect(english.amount('100.00', 'EUR')).toBe('100.00\u00a0EUR')
  expect(english.amount('1000.00', 'EUR')).toBe('1,000.00\u00a0EUR')
  expect(english.amount('123456789012345678.90', 'EUR')).toBe('123,456,789,012,345,678.90\u00a0EUR')
  expect(german.amount('12345.67', 'EUR')).toBe('12.345,67\u00a0EUR')
  expect(german.typed('12345.50')).toBe('12345,5')
  expect(english.typed('0.050')).toBe('0.05')
})

test.each(languages)(
  'an amount never breaks before its currency, nor a rate before its own, in %s',
  async (tag) => {
    const { amount, exact, rate } = writingIn(await languageFor(tag), tag)
    const price = { unit: 'ETH', price: '2761190.19', currency: 'EUR' }
    expect([amount('1234567.89', 'EUR'), exact('0.034', 'ETH')].filter((text) => text.includes(' '))).toEqual(
      [],
    )
    expect(rate(price, '≈').split(' ').slice(1)).toEqual(['≈', expect.stringContaining('\u00a0EUR')])
  },
)

test('a coin is named with its network, never by its code', async () => {
  const german = writingIn(await languageFor('de'), 'de')
  const english = writingIn(await languageFor('en'), 'en')
  expect(english.currency('USDTTRC20')).toBe('USDT on Tron')
  expect(german.currency('USDT20')).toBe('USDT auf Ethereum')
  expect(english.currency('EUR')).toBe('EUR')
})

test('what is counted is said in each form of the plural that its language has', async () => {
  const english = sayIn(await languageFor('en'))
  const arabic = sayIn(await languageFor('ar'))
  expect(english('status.attempts', { count: 1 })).toBe('You have one try left.')
  expect(english('status.attempts', { count: 2 })).toBe('You have 2 tries left.')
  expect([1, 2, 3, 11].map((count) => arabic('status.attempts', { count }))).toEqual([
    'بقيت محاولة واحدة.',
    'بقيت محاولتان.',
    'بقيت 3 محاولات.',
    'بقيت 11 محاولة.',
  ])
})

test('from right to left, amounts and what is filled in keep the direction that they have', async () => {
  const arabic = writingIn(await languageFor('ar'), 'ar')
  expect(arabic.direction).toBe('rtl')
  expect(arabic.exact('1000.50', 'EUR')).toBe('\u20661,000.50\u00a0EUR\u2069')
  expect(arabic.say('amount.low', { amount: '10 EUR' })).toContain('\u206810 EUR\u2069')
})

test.each([
  ['en', '.', ','],
  ['de', ',', '.'],
] as const)('%s has its own decimal mark and grouping', async (tag, decimal, group) => {
  expect(writingIn(await languageFor(tag), tag).marks).toEqual({ decimal, group })
})
