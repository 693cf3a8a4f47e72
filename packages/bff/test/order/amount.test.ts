import { silentLog } from '@cambio/server/log.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const fee = '/api/v2/public/order/fee'
const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }

describe('the amount of an order', () => {
  const price = (body: string) =>
    rig.send('POST', fee, { body, headers: { 'Content-Type': 'application/json' } })
  const withAmount = (json: string) =>
    price(`{"partner_order_id":"a","payin_currency":"EUR","payout_currency":"ETH","payin_amount":${json}}`)

  test('an amount may be a string or a number of up to 15 digits, and is answered with its currency’s decimals', async () => {
    for (const json of ['"100"', '"100.0"', '"100.00"', '100', '100.0', '100.00000000000'])
      expect((await withAmount(json)).at('payin_amount')).toBe('100.00')
  })

  const refused: readonly [string, string][] = [
    ['100.0000000000000001', 'amount_precision'],
    ['1000000000000000', 'amount_precision'],
    ['"100.001"', 'amount_precision'],
    ['"100.000"', 'amount_precision'],
    ['100.001', 'amount_precision'],
    ['"1e2"', 'amount_invalid'],
    ['1e2', 'amount_invalid'],
    ['1e999', 'amount_invalid'],
    ['-100', 'amount_invalid'],
    ['0.0000005', 'amount_precision'],
    ['{"a":1}', 'validation_failed'],
    ['"-5"', 'amount_invalid'],
    ['0', 'amount_invalid'],
    ['"0x10"', 'amount_invalid'],
    ['"1,5"', 'amount_invalid'],
    ['""', 'amount_required'],
    ['"0.01"', 'amount_out_of_bounds'],
    ['true', 'validation_failed'],
  ]
  for (const [json, code] of refused)
    test(`an amount of ${json} is refused as ${code}`, async () => {
      expect((await withAmount(json)).at('code')).toBe(code)
    })

  test('an amount as a number is read as it was written', async () => {
    const priceOf = (json: string) =>
      price(`{"partner_order_id":"a","payin_currency":"EUR","payout_currency":"ETH","payout_amount":${json}}`)
    const [number, text] = [await priceOf('0.0000005'), await priceOf('"0.0000005"')]
    expect(number.body).toEqual({ ...Object(text.body), request_id: number.at('request_id') })
    expect(statusAndCode(number)).toEqual([422, 'amount_out_of_bounds'])
  })

  test('an amount is the only number whose digits are counted', async () => {
    const reply = await price('{"partner_order_id":12345678901234567890,"payin_currency":"EUR"}')
    expect(reply.at('errors.0')).toMatchObject({ pointer: '/partner_order_id', code: 'validation_failed' })
  })

  test('an amount out of bounds is answered with the bounds', async () => {
    const reply = await withAmount('"1"')
    expect(reply.status).toBe(422)
    expect(reply.at('bounds.payin_min_amount')).toBe('20.00')
  })

  test('an amount is given on exactly one side', async () => {
    const both = { partner_order_id: 'a', ...terms, payout_amount: '1' }
    expect(statusAndCode(await price(JSON.stringify(both)))).toEqual([400, 'both_amounts_given'])
  })
})

describe('the prices of an amount', () => {
  const quote = (at: Rig) =>
    at.send('POST', fee, {
      body: JSON.stringify({ partner_order_id: 'a', ...terms }),
      headers: { 'Content-Type': 'application/json' },
    })

  test('prices that are too old are not quoted', async () => {
    const { rates, clock } = rig.exchange
    const minutesAgo = new Date(clock.now().getTime() - 120_000)
    const { eur } = await rates.prices()
    const stale = await openRig({ rates: { prices: async () => ({ at: minutesAgo, eur }) } })
    const reply = await quote(stale)
    expect([...statusAndCode(reply), reply.headers.get('retry-after')]).toEqual([
      503,
      'rate_unavailable',
      '5',
    ])
    await stale.close()
  })

  test('prices that fail for a reason of our own say nothing but the request’s id, which is logged', async () => {
    const logged: unknown[] = []
    const log = { ...silentLog, error: (...line: unknown[]) => void logged.push(line) }
    const prices = () => Promise.reject(new Error('password of the rate source'))
    const broken = await openRig({ rates: { prices }, log })
    const reply = await quote(broken)
    expect(statusAndCode(reply)).toEqual([500, 'internal'])
    expect(reply.text).not.toContain('password')
    expect(logged).toMatchObject([['a request failed', { requestId: reply.at('request_id') }]])
    await broken.close()
  })
})
