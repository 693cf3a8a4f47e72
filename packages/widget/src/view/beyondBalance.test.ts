import { expect, test } from 'vitest'
import { isBeyondBalance } from './beyondBalance.ts'

const buyer = {
  email: 'buyer@example.com',
  verification_level: 'basic',
  limit_in_eur: '150.00',
  payer: null,
  balances: [{ currency: 'EUR', amount: '20.00' }],
} as const
const view = { buyer: { ...buyer, balances: [...buyer.balances] } }
const price = (payin_amount: string, payin_currency = 'EUR') =>
  ({ payin_amount, payin_currency, payin_group: 'balance' }) as const

test('a price is beyond a balance that has less, to the last unit', () => {
  expect(isBeyondBalance(view, price('20.00'))).toBe(false)
  expect(isBeyondBalance(view, price('20.01'))).toBe(true)
  expect(isBeyondBalance(view, price('0.00000001', 'BTC'))).toBe(true)
})

test('nothing is said of a price that is paid another way, is not there yet, or whose buyer is not known', () => {
  expect(isBeyondBalance(view, { ...price('20.01'), payin_group: 'sepa' })).toBe(false)
  expect(isBeyondBalance(view, null)).toBe(false)
  expect(isBeyondBalance({ buyer: null }, price('20.01'))).toBe(false)
})
