import { expect, test } from 'vitest'
import { feesOf } from './feesOf.ts'

test.each([
  [
    'every fee in the currency that is paid',
    { payin_fee: '0.50', margin_fee: '2.00', payout_fee: '0.001000000000000000', rate: '2750' },
    '5.25',
  ],
  [
    'a fraction of a cent rounded up',
    { payin_fee: '0.00', margin_fee: '1.00', payout_fee: '0.000000000000000001', rate: '2750.5' },
    '1.01',
  ],
  [
    'nothing where nothing is taken',
    { payin_fee: '0.00', margin_fee: '0.00', payout_fee: '0.000000000000000000', rate: '2750' },
    '0.00',
  ],
])('%s', (_, fees, sum) => {
  expect(feesOf({ ...fees, payin_currency: 'EUR', payout_currency: 'ETH' })).toBe(sum)
})
