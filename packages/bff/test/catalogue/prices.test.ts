import * as Rate from '@cambio/wire/Rate.ts'
import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

function fee(amounts: { payin_amount: string } | { payout_amount: string }): Promise<Reply> {
  const body = { partner_order_id: 'price', payin_currency: 'EUR', payout_currency: 'ETH', ...amounts }
  const headers = { 'Content-Type': 'application/json' }
  return rig.send('POST', '/api/v2/public/order/fee', { body: JSON.stringify(body), headers })
}

test('a rate is the mid price and half a percent, never less', async () => {
  const { eur } = await rig.exchange.rates.prices()
  const price = eur.get('ETH') ?? 0n
  const mid = new Decimal(price.toString()).div('1e18')
  const { value } = Rate.parse(String((await fee({ payin_amount: '100.00' })).at('rate')), 'EUR', 'ETH')
  const deviation = new Decimal(value.toString()).div('1e18').sub(mid.mul('1.005'))
  expect(deviation.gte(0) && deviation.lt('1e-17')).toBe(true)
})

test('fees are 1.2 and 2.9 percent of the pay-in, rounded up', async () => {
  const { body } = await fee({ payin_amount: '33.33' })
  expect(body).toMatchObject({ payin_fee: '0.40', margin_fee: '0.97' })
})

describe('the bounds of a pay-in', () => {
  test.each([
    ['19.99', 422],
    ['20.00', 200],
    ['10000.00', 200],
    ['10000.01', 422],
  ])('a pay-in of %s EUR is answered with %i', async (payin_amount, status) => {
    const answer = await fee({ payin_amount })
    expect(answer.status).toBe(status)
    if (status === 422)
      expect(answer.body).toMatchObject({
        code: 'amount_out_of_bounds',
        bounds: { payin_min_amount: '20.00', payin_max_amount: '10000.00' },
      })
  })
})
