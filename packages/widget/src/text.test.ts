import { expect, test } from 'vitest'
import en from './messages/en.ts'
import { languageFor, type Messages } from './text.ts'
import { writingIn } from './Writing.ts'

const files = import.meta.glob<{ default: Messages }>(['./messages/*.ts', '!./messages/opening.ts'], {
  eager: true,
})

const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))

test.each(Object.entries(files))(
  '%s fills in what English fills in, and leaves nothing unsaid',
  (_, file) => {
    for (const [key, text] of Object.entries(en)) {
      const translation = new Map(Object.entries(file.default)).get(key) ?? ''
      expect(translation.trim(), key).not.toBe('')
      expect(placeholders(translation), key).toEqual(placeholders(text))
    }
  },
)

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['DE-ch', 'de'],
  ['en-GB', 'en'],
  ['tlh', 'en'],
  ['', 'en'],
])('who asks for %j reads %s', async (locale, tag) => {
  expect((await languageFor(locale)).tag).toBe(tag)
})

test('amounts are read in the reader’s way, coins to six significant digits', async () => {
  const german = writingIn(await languageFor('de'), 'de')
  const english = writingIn(await languageFor('en'), 'en')
  expect(english.amount('0.034782608695652173', 'ETH')).toBe('0.0347826 ETH')
  expect(english.exact('0.034782608695652173', 'ETH')).toBe('0.034782608695652173 ETH')
  expect(english.amount('0.034000000000000000', 'ETH')).toBe('0.034 ETH')
  expect(english.amount('20.000000', 'USDTTRC20')).toBe('20 USDT')
  expect(english.computed('1234.567890', 'USDC')).toBe('1234.56')
  expect(english.amount('100.00', 'EUR')).toBe('100.00 EUR')
  expect(english.amount('1000.00', 'EUR')).toBe('1,000.00 EUR')
  expect(english.amount('123456789012345678.90', 'EUR')).toBe('123,456,789,012,345,678.90 EUR')
  expect(german.amount('12345.67', 'EUR')).toBe('12.345,67 EUR')
  expect(german.typed('12345.50')).toBe('12345,5')
  expect(english.typed('0.050')).toBe('0.05')
})

test('a coin is named with its network, never by its code', async () => {
  const german = writingIn(await languageFor('de'), 'de')
  const english = writingIn(await languageFor('en'), 'en')
  expect(english.currency('USDTTRC20')).toBe('USDT on Tron')
  expect(german.currency('USDT20')).toBe('USDT auf Ethereum')
  expect(english.currency('EUR')).toBe('EUR')
})

test('what is counted is said in the singular and the plural', async () => {
  const english = writingIn(await languageFor('en'), 'en')
  expect(english.count('status.attempts', 1)).toBe('One more try is left.')
  expect(english.count('status.attempts', 2)).toBe('2 more tries are left.')
})

test.each([
  ['en', '.', ','],
  ['de', ',', '.'],
] as const)('%s has its own decimal mark and grouping', async (tag, decimal, group) => {
  expect(writingIn(await languageFor(tag), tag).marks).toEqual({ decimal, group })
})
