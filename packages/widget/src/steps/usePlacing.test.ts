import { expect, test } from 'vitest'
import { quote } from '../../test/views.ts'
import { isWorse } from './usePlacing.ts'

test.each([
  ['the same price', {}, false],
  ['one unit less to get', { payout_amount: '0.033999999999999999' }, true],
  ['one unit more to get', { payout_amount: '0.034000000000000001' }, false],
  ['one cent more to pay', { payin_amount: '100.01' }, true],
  ['one cent less to pay', { payin_amount: '99.99' }, false],
  ['another rate that comes to the same', { rate: '2900', margin_fee: '0.10' }, false],
])('a price of %s is judged by what the buyer pays and gets', (_, difference, worse) => {
  expect(isWorse({ ...quote, ...difference }, quote)).toBe(worse)
})

test.each([
  ['as much as 50 basis points less to get', { payout_amount: '0.033830000000000000' }, false],
  ['one unit less than that', { payout_amount: '0.033829999999999999' }, true],
  ['as much as 50 basis points more to pay', { payin_amount: '100.50' }, false],
  ['a cent more than that', { payin_amount: '100.51' }, true],
])('within 50 basis points nobody is asked: %s', (_, difference, worse) => {
  expect(isWorse({ ...quote, ...difference }, quote, 50n)).toBe(worse)
})
