import { currencies } from '@cambio/wire/Currency.ts'
import { expect, test } from 'vitest'
import { quickAmounts, startingAmountOf } from './quickAmounts.ts'

test.each([
  ['EUR', ['50', '100', '250']],
  ['GBP', ['50', '100', '200']],
  ['JPY', ['10000', '20000', '50000']],
  ['KWD', ['20', '25', '100']],
  ['BTC', ['0.0005', '0.001', '0.0025']],
  ['ETH', ['0.02', '0.025', '0.1']],
])('quick amounts of %s are round ones', (code, amounts) => {
  expect(quickAmounts(code)).toEqual(amounts)
})

test.each(currencies.map(({ code }) => code))('a purchase for %s starts with more than nothing', (code) => {
  expect(startingAmountOf(code)).toMatch(/[1-9]/)
})
