import { OrderDataV1 } from '@cambio/wire/order/Order.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const ORDER = '/api/v1/partner/order'
const FEE = '/api/v1/partner/order/fee'
const pair = { partner_order_id: 'v1-fee', payin_currency: 'EUR', payout_currency: 'ETH' }

test('an order is told with numbers written to the last digit, eighteen of them for ETH', async () => {
  const created = await rig.partner('POST', '/api/v2/partner/order/create', {
    partner_order_id: 'v1-order',
    payin_currency: 'EUR',
    payin_amount: '123.40',
    payout_currency: 'ETH',
    dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    client_ip: '203.0.113.7',
    remote_country: 'DE',
  })
  expect(created.status).toBe(200)
  const { status, body, text } = await rig.partner('POST', ORDER, { partner_order_id: 'v1-order' })
  expect(status).toBe(200)
  expect(text).toContain('"payin_amount":123.40,')
  expect(text).toContain(`"payout_amount":${String(created.at('payout_amount'))},`)
  expect(String(created.at('payout_amount'))).toMatch(/^\d+\.\d{18}$/)
  expect(OrderDataV1.parse(body)).toEqual({
    partner_order_id: 'v1-order',
    payin_amount: 123.4,
    payout_amount: Number(created.at('payout_amount')),
    payin_currency: 'EUR',
    payout_currency: 'ETH',
    payout_txid: null,
    status: 'processing',
    dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    dst_tag: null,
    memo_id: null,
    memo_value: null,
  })
})

test('an order of another partner is unknown', async () => {
  const reply = await rig.partner('POST', ORDER, { partner_order_id: 'not-there' })
  expect([reply.status, reply.at('code')]).toEqual([404, 'order_unknown'])
})

test('the fee has bounds and no limits, all of it text', async () => {
  const { status, body } = await rig.partner('POST', FEE, { ...pair, payin_amount: '100.00', free_first: 1 })
  expect(status).toBe(200)
  const v2 = await rig.partner('POST', '/api/v2/partner/order/fee', { ...pair, payin_amount: '100.00' })
  expect({ ...Object(body), payin_group: 'card', payout_group: 'crypto' }).toEqual(v2.body)
  expect(Object.values(body as object).every((value) => typeof value === 'string')).toBe(true)
  expect(body).toMatchObject({ payin_min_amount: '20.00', payin_max_amount: '10000.00' })
})

test.each([
  [{}, 400, 'amount_required'],
  [{ payin_amount: '100', payout_amount: '1' }, 400, 'both_amounts_given'],
  [{ payin_amount: '1.00' }, 422, 'amount_out_of_bounds'],
  [{ payin_amount: '100', client_external_id: 'a' }, 400, 'unknown_field'],
  [{ payin_amount: '100', is_floating_rate: 1 }, 400, 'unknown_field'],
  [{ payin_amount: '100', free_first: 2 }, 400, 'validation_failed'],
  [{ payin_amount: '100', payout_currency: 'ZZZ' }, 422, 'currency_unknown'],
])('the fee of %j is refused', async (fields, status, code) => {
  const reply = await rig.partner('POST', FEE, { ...pair, ...fields })
  expect([reply.status, reply.at('code')]).toEqual([status, code])
})

test('the health of the service is told to everyone', async () => {
  const reply = await rig.send('GET', '/api/v1/partner/healthcheck')
  expect([reply.status, reply.body]).toEqual([200, { status: 'OK' }])
})

test('every other route wants a signature', async () => {
  for (const path of ['currency', 'payment/payin', 'ticker', 'ticker/BTC-EUR'])
    expect((await rig.send('GET', `/api/v1/partner/${path}`)).at('code')).toBe('credentials_invalid')
})
