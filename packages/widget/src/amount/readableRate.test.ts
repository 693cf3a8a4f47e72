import { expect, test } from 'vitest'
import { readableRate } from './readableRate.ts'

test.each([
  ['2761.194029850746268656', 'EUR', 'ETH', { unit: 'ETH', price: '2761.19', currency: 'EUR' }],
  ['0.92', 'EUR', 'USDC', { unit: 'USDC', price: '0.92', currency: 'EUR' }],
  ['86000', 'EUR', 'BTC', { unit: 'BTC', price: '86000.00', currency: 'EUR' }],
  ['86000.5', 'JPY', 'BTC', { unit: 'BTC', price: '86000', currency: 'JPY' }],
  ['0.000364963503649635', 'ETH', 'EUR', { unit: 'ETH', price: '2740.00', currency: 'EUR' }],
  ['0.000334545454545454', 'ETH', 'USDC', { unit: 'USDC', price: '0.000334545', currency: 'ETH' }],
] as const)(
  'a rate of %s %s for a %s is shown as the price of a coin',
  (rate, payin_currency, payout_currency, told) => {
    expect(readableRate({ rate, payin_currency, payout_currency })).toEqual(told)
  },
)
