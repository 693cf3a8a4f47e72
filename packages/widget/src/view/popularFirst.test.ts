import { expect, test } from 'vitest'
import { popularFirst } from './popularFirst.ts'

test('popular coins stand before other coins, and money keeps its place', () => {
  const list = ['EUR', 'BTC', 'LTC', 'ETH', 'XLM', 'USDTTRC20', 'USD'].map((currency) => ({ currency }))
  expect(popularFirst(list).map(({ currency }) => currency)).toEqual([
    'EUR',
    'BTC',
    'ETH',
    'USDTTRC20',
    'LTC',
    'XLM',
    'USD',
  ])
})
