import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const fee = '/api/v2/public/order/fee'
const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }

describe('a field that breaks its rule', () => {
  const breachesOf = async (changed: object) => {
    const reply = await rig.partner('POST', createPath, { ...createBody('breach'), ...changed })
    return reply.at('errors')
  }
  const words: readonly [object, string, string][] = [
    [{ partner_order_id: 7 }, '/partner_order_id', 'Send a string'],
    [{ payin_amount: true }, '/payin_amount', 'Send a string or a number'],
    [{ payin_amount: '1'.repeat(65) }, '/payin_amount', 'Send at most 64 characters'],
    [
      { payin_group: 'paypal' },
      '/payin_group',
      'Send one of card, crypto, sepa, sofort, balance, bank, client, neteller',
    ],
    [{ purchase_currency: 'GBP', purchase_amount: '1' }, '/purchase_currency', 'Send one of EUR, USD'],
    [{ free_first: 'yes' }, '/free_first', 'Send 0 or 1'],
    [{ client_ip: 'home' }, '/client_ip', 'Send an IPv4 address or an IPv6 address'],
    [{ client_email: 'nobody' }, '/client_email', 'Send an e-mail address'],
    [{ client_email: `@${'x'.repeat(300)}` }, '/client_email', 'Send at most 254 characters'],
    [{ remote_country: 'de' }, '/remote_country', 'Use the two capital letters of ISO 3166-1'],
    [{ dst_address: {} }, '/dst_address', 'Send a string'],
    [{ memo: 7 }, '/memo', 'Send a string'],
  ]
  for (const [changed, pointer, detail] of words)
    test(`a request with ${JSON.stringify(changed).slice(0, 60)} is told once what is wanted`, async () => {
      expect(await breachesOf(changed)).toEqual([{ pointer, code: 'validation_failed', detail }])
    })

  const fields: readonly [object, string, readonly string[]][] = [
    [{ payout_amount: '0.1' }, 'both_amounts_given', ['payin_amount', 'payout_amount']],
    [{ payin_amount: undefined }, 'amount_required', ['payin_amount', 'payout_amount']],
    [{ payin_amount: '1' }, 'amount_out_of_bounds', ['payin_amount']],
    [{ payin_amount: undefined, payout_amount: '1000' }, 'amount_out_of_bounds', ['payout_amount']],
    [{ payout_currency: 'EUR' }, 'pair_unavailable', ['payin_currency', 'payout_currency']],
    [
      { payin_group: 'balance', payout_group: 'balance' },
      'pair_unavailable',
      ['payin_group', 'payout_group'],
    ],
    [{ coupon: 'NONE' }, 'coupon_invalid', ['coupon']],
    [{ remote_country: 'KP' }, 'country_forbidden', ['remote_country']],
    [{ remote_country: 'RU' }, 'card_country_forbidden', ['remote_country']],
    [{ purchase_currency: 'EUR', purchase_amount: '1000' }, 'purchase_not_covered', ['purchase_amount']],
    [
      { payin_amount: undefined, payout_amount: '0.1', is_floating_rate: 1 },
      'floating_needs_payin',
      ['is_floating_rate', 'payout_amount'],
    ],
    [
      { purchase_currency: 'EUR', purchase_amount: '1', is_floating_rate: 1 },
      'floating_needs_payin',
      ['is_floating_rate', 'purchase_amount'],
    ],
  ]
  for (const [changed, code, names] of fields)
    test(`the problem ${code} names ${names.join(' and ')}`, async () => {
      expect(await breachesOf(changed)).toEqual(
        names.map((name) => ({ pointer: `/${name}`, code, detail: expect.any(String) })),
      )
    })

  test('the problem partner_order_id_taken names the id', async () => {
    await rig.partner('POST', createPath, createBody('breach-taken'))
    expect(await breachesOf({ partner_order_id: 'breach-taken' })).toEqual([
      { pointer: '/partner_order_id', code: 'partner_order_id_taken', detail: expect.any(String) },
    ])
  })
})

describe('a request for what is not offered', () => {
  const cases: readonly [object, number, string][] = [
    [{ payin_currency: 'XXX' }, 422, 'currency_unknown'],
    [{ payin_currency: 'BTC', payin_group: 'balance', payout_group: 'balance' }, 422, 'pair_unavailable'],
    [{ payin_currency: 'BTC' }, 422, 'group_unavailable'],
    [{ payin_group: 'neteller' }, 422, 'group_unavailable'],
    [{ partner_order_id: 'create' }, 400, 'id_reserved'],
    [{ partner_order_id: 'a b' }, 400, 'validation_failed'],
  ]
  for (const [changed, status, code] of cases)
    test(`a request with ${JSON.stringify(changed)} is refused with ${code}`, async () => {
      const body = JSON.stringify({ partner_order_id: 'a', ...terms, ...changed })
      const reply = await rig.send('POST', fee, { body, headers: { 'Content-Type': 'application/json' } })
      expect(statusAndCode(reply)).toEqual([status, code])
    })

  test('a direction other than payin and payout is refused', async () => {
    expect(statusAndCode(await rig.send('GET', '/api/v2/public/payment/sideways'))).toEqual([
      404,
      'unknown_direction',
    ])
    expect((await rig.send('GET', '/api/v2/public/payment/payin')).status).toBe(200)
  })
})
