import { expect, test } from 'vitest'
import { popularFirst } from './popularFirst.ts'

test('popular currencies stand before the others, money before coins, and the others keep their order', () => {
  const list = ['KWD', 'USD', 'EUR', 'LTC', 'BTC', 'ETH', 'XLM', 'USDTTRC20'].map((currency) => ({
    currency,
  }))
  expect(popularFirst(list).map(({ currency, isPopular }) => [currency, isPopular])).toEqual([
    ['EUR', true],
    ['USD', true],
    ['BTC', true],
    ['ETH', true],
    ['USDTTRC20', true],
    ['KWD', false],
    ['LTC', false],
    ['XLM', false],
  ])
})
