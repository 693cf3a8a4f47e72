import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, rival, type Rig } from '../rig.ts'
import { rowCounts } from '../store/rowCounts.ts'
import { createBody, createPath } from './createOrder.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

describe('an order that a partner creates', () => {
  test('a partner’s order is processing when it is answered, and its page opens by its secret alone', async () => {
    const created = await rig.partner('POST', createPath, createBody('o-1'))
    expect(created.status).toBe(200)
    expect(created.body).toMatchObject({
      status: 'processing',
      success: 1,
      created_at: '2026-03-01 09:30:00.123000',
    })
    const redirect = new URL(String(created.at('redirect')))
    expect((await rig.send('GET', redirect.pathname + redirect.search)).status).toBe(200)
    expect((await rig.send('GET', redirect.pathname)).status).toBe(404)
    const data = await rig.partner('GET', '/api/v2/partner/order/o-1')
    expect(data.at('status_log.1.status')).toBe('processing')
  })

  test('fifty orders that a partner creates at once under one id become one order and 49 refusals that name it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => rig.partner('POST', createPath, createBody('o-50'))),
    )
    const created = replies.find(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    for (const reply of refused)
      expect([reply.at('code'), reply.at('client_order_id')]).toEqual([
        'partner_order_id_taken',
        created?.at('client_order_id'),
      ])
  })

  test('a partner’s order shares its ids with widget requests', async () => {
    await rig.openRequest({ partner_order_id: 'shared-1' })
    expect(statusAndCode(await rig.partner('POST', createPath, createBody('shared-1')))).toEqual([
      409,
      'partner_order_id_taken',
    ])
    await rig.partner('POST', createPath, createBody('shared-2'))
    const reply = await rig.partner('POST', '/api/v2/partner/create_request', {
      partner_order_id: 'shared-2',
    })
    expect(statusAndCode(reply)).toEqual([409, 'partner_order_id_taken'])
    expect((await rig.partner('POST', createPath, createBody('shared-2'), { as: rival })).status).toBe(200)
  })

  const refused: readonly [object, number, string][] = [
    [{ dst_address: undefined }, 422, 'address_required'],
    [{ dst_address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD' }, 422, 'address_invalid'],
    [{ coupon: 'NONE' }, 422, 'coupon_invalid'],
    [{ remote_country: 'KP' }, 422, 'country_forbidden'],
    [{ remote_country: 'RU' }, 422, 'card_country_forbidden'],
    [{ remote_country: 'de' }, 400, 'validation_failed'],
    [{ client_ip: 'home' }, 400, 'validation_failed'],
    [{ client_ip: undefined }, 400, 'field_required'],
    [{ purchase_currency: 'EUR', purchase_amount: '1000' }, 422, 'purchase_not_covered'],
    [{ purchase_currency: 'EUR' }, 400, 'field_requires'],
    [{ purchase_amount: '1' }, 400, 'field_requires'],
    [{ payin_amount: undefined, payout_amount: '0.1', is_floating_rate: 1 }, 400, 'floating_needs_payin'],
  ]
  for (const [changed, status, code] of refused)
    test(`a partner’s order with ${JSON.stringify(changed)} is refused as ${code} and leaves nothing`, async () => {
      const before = await rowCounts(rig)
      const reply = await rig.partner('POST', createPath, { ...createBody('refused'), ...changed })
      expect(statusAndCode(reply)).toEqual([status, code])
      expect(await rowCounts(rig)).toEqual(before)
    })
})
