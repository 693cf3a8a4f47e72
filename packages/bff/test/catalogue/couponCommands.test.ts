import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ethAddress, openRig, rival, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** Asks for a coupon of the shop's. */
const create = (code: string, ...terms: string[]) =>
  rig.runCommand('coupon', 'create', code, '--partner', 'SHOP', '--until', '2026-04-01T00:00:00Z', ...terms)

/** Makes one that takes half of the service fee. */
async function give(code: string, ...more: string[]): Promise<void> {
  const { ok, output } = await create(code, '--off', '50', '--uses', '10', ...more)
  expect([ok, output]).toEqual([true, output])
}

let count = 0
function order(
  coupon: string,
  client_email?: string,
  as?: typeof rival,
  payin_amount = '100.00',
  more: object = {},
): Promise<Reply> {
  const body = {
    partner_order_id: `coupon-${count++}`,
    payin_currency: 'EUR',
    payin_amount,
    payout_currency: 'ETH',
    dst_address: ethAddress,
    client_ip: '192.0.2.1',
    remote_country: 'DE',
    coupon,
    ...(client_email !== undefined && { client_email }),
    ...more,
  }
  return rig.partner('POST', '/api/v2/partner/order/create', body, as && { as })
}

async function serviceFee(created: Reply): Promise<unknown> {
  const path = `/api/v2/partner/order/${String(created.at('partner_order_id'))}`
  return (await rig.partner('GET', path)).at('service_fee_amount')
}

/** An order of 30 EUR that a client has placed with a coupon, ready to be paid. */
async function ready(coupon: string, email: string) {
  const created = await order(coupon, email, undefined, '30.00')
  const entry = `${String(created.at('client_order_id'))}~${new URL(String(created.at('redirect'))).searchParams.get('k')}`
  return { path: `/api/widget/${entry}`, session: await rig.buyerAt(entry, email), created }
}

/** Pays such an order, which uses the coupon. */
async function payWith(coupon: string, email: string): Promise<void> {
  expect((await rig.charge(await ready(coupon, email), 'held')).at('order.status')).toBe('auth_success')
}

const verdict = (reply: Reply) => reply.at('code') ?? reply.status

describe('a coupon', () => {
  test('a coupon takes its percentage off the service fee of its partner’s orders alone', async () => {
    await give('HALF')
    expect(await serviceFee(await order('HALF'))).toBe('1.45')
    expect(verdict(await order('HALF', undefined, rival))).toBe('coupon_invalid')
    const { ok } = await create('EIGHTH', '--off', '12.5', '--uses', '1')
    expect(ok).toBe(true)
    // 12.5 % off 2.90 % is 2.5375 %, which is rounded up to 2.54 %.
    expect(await serviceFee(await order('EIGHTH'))).toBe('2.54')
    await payWith('EIGHTH', 'eighth@example.com')
    expect(verdict(await order('EIGHTH'))).toBe('coupon_invalid')
  })

  test('a coupon holds from its start until its end', async () => {
    await give('LATER', '--from', '2026-03-01T10:00:00Z')
    expect(verdict(await order('LATER'))).toBe('coupon_invalid')
    rig.pass(30 * 60_000)
    expect(verdict(await order('LATER'))).toBe(200)
    rig.pass(31 * 24 * 60 * 60_000)
    expect(verdict(await order('LATER'))).toBe('coupon_invalid')
  })

  test('a coupon limited per client is refused to a client who has used it up, at any address, and to no other', async () => {
    await give('ONCE', '--uses-each', '1')
    await payWith('ONCE', 'one.person@gmail.com')
    for (const email of ['ONE.PERSON@gmail.com', 'oneperson+2@googlemail.com'])
      expect(verdict(await order('ONCE', email))).toBe('coupon_invalid')
    expect(verdict(await order('ONCE', 'other@example.com'))).toBe(200)
    expect(verdict(await order('ONCE'))).toBe('coupon_invalid')
  })

  test('a coupon is not used up by an order that nobody pays', async () => {
    await give('ONCE', '--uses-each', '1')
    for (let orders = 0; orders < 12; orders++)
      expect(verdict(await order('ONCE', `idle-${orders % 2}@example.com`))).toBe(200)
    await rig.charge(await ready('ONCE', 'idle-0@example.com'), 'declined')
    expect(verdict(await order('ONCE', 'idle-0@example.com'))).toBe(200)
  })

  test('a coupon with one use goes to one of four orders charged at once, of four people or of one', async () => {
    expect((await create('SINGLE', '--off', '50', '--uses', '1')).ok).toBe(true)
    await give('EACH', '--uses-each', '1')
    for (const [coupon, emailOf] of [
      ['SINGLE', (index: number) => `many-${index}@example.com`],
      ['EACH', () => 'alone@example.com'],
    ] as const) {
      const orders = []
      for (let index = 0; index < 4; index++) orders.push(await ready(coupon, emailOf(index)))
      const replies = await Promise.all(orders.map((each) => rig.charge(each, 'challenged')))
      const codes = replies.map((reply) => reply.at('code'))
      expect(codes.filter((code) => code === undefined)).toHaveLength(1)
      expect(codes.filter((code) => code === 'coupon_invalid')).toHaveLength(3)
    }
  })

  test('a coupon limited per client covers only so many paid transfers of a client, and all unpaid ones', async () => {
    expect((await create('SINGLE', '--off', '50', '--uses', '1')).ok).toBe(true)
    await give('EACH', '--uses-each', '1')
    const byTransfer = async (coupon: string, email: string) =>
      verdict(await order(coupon, email, undefined, '100.00', { payin_group: 'sepa' }))
    for (const coupon of ['SINGLE', 'EACH']) {
      const atOnce = await Promise.all([1, 2, 3].map(() => byTransfer(coupon, 'saver@example.com')))
      expect(atOnce.filter((each) => each === 200)).toHaveLength(1)
      expect(atOnce.filter((each) => each === 'coupon_invalid')).toHaveLength(2)
      expect(await byTransfer(coupon, 'other@example.com')).toBe(200)
    }
    rig.pass(4 * 24 * 3_600_000)
    await rig.settle()
    expect(await byTransfer('SINGLE', 'saver@example.com')).toBe(200)
  })

  test('a coupon used up since the order was placed takes nothing off, and the buyer sees so before the charge', async () => {
    expect((await create('SINGLE', '--off', '50', '--uses', '1')).ok).toBe(true)
    const [first, second] = [await ready('SINGLE', 'a@example.com'), await ready('SINGLE', 'b@example.com')]
    expect((await rig.charge(first, 'held')).at('order.status')).toBe('auth_success')
    const refused = await rig.charge(second, 'held')
    expect([refused.status, refused.at('code')]).toEqual([422, 'coupon_invalid'])
    const shown = await rig.widget('GET', second.path, undefined, second.session)
    expect([shown.at('order.attempt'), shown.at('order.margin_fee')]).toEqual([null, '0.87'])
    expect((await rig.charge(second, 'held')).at('order.status')).toBe('auth_success')
    expect([await serviceFee(first.created), await serviceFee(second.created)]).toEqual(['0.44', '0.87'])
  })

  test('a coupon of one partner is not used up by an order of that person at another partner', async () => {
    await give('ONCE', '--uses-each', '1')
    const own = ['coupon', 'create', 'ONCE', '--partner', 'RIVAL', '--until', '2026-04-01T00:00:00Z']
    expect((await rig.runCommand(...own, '--off', '50', '--uses', '10', '--uses-each', '1')).ok).toBe(true)
    await payWith('ONCE', 'both@example.com')
    expect(verdict(await order('ONCE', 'both@example.com', rival))).toBe(200)
    expect(verdict(await order('ONCE', 'both@example.com'))).toBe('coupon_invalid')
  })

  test('a coupon is free again when the charge that used it failed', async () => {
    expect((await create('SINGLE', '--off', '50', '--uses', '1')).ok).toBe(true)
    const [first, second] = [await ready('SINGLE', 'a@example.com'), await ready('SINGLE', 'b@example.com')]
    await rig.charge(first, 'challenged')
    expect((await rig.charge(second, 'held')).at('code')).toBe('coupon_invalid')
    const [attempt] = await rig.attempts(String(first.created.at('client_order_id')))
    rig.card.becomes(String(attempt?.platformOrderId), 'declined')
    rig.pass(60_000)
    await rig.work.tick()
    expect((await rig.charge(second, 'held')).at('order.status')).toBe('auth_success')
  })

  test('a coupon quoted to an unknown client cannot be used in an order once the client proves to have used it up', async () => {
    await give('ONCE', '--uses-each', '1')
    await payWith('ONCE', 'sly@example.com')
    const entry = await rig.openRequest()
    const path = `/api/widget/${entry}`
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH', coupon: 'ONCE' }
    const quote = await rig.widget('POST', `${path}/quote`, terms)
    expect(quote.status).toBe(200)
    const session = await rig.buyerAt(entry, 'sly@example.com')
    const created = await rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
    expect(verdict(created)).toBe('coupon_invalid')
  })

  test('a coupon ends at the operator’s word, and an order placed with it keeps it', async () => {
    await give('HALF')
    const created = await order('HALF')
    expect((await rig.runCommand('coupon', 'end', 'HALF', '--partner', 'SHOP')).ok).toBe(true)
    expect(verdict(await order('HALF'))).toBe('coupon_invalid')
    expect(await serviceFee(created)).toBe('1.45')
    const again = await rig.runCommand('coupon', 'end', 'HALF', '--partner', 'SHOP')
    expect([again.ok, again.output]).toEqual([false, expect.stringContaining('has ended already')])
  })

  test('a coupon is listed with its uses, and each change of it is kept with who made it', async () => {
    await give('HALF', '--uses-each', '2', '--actor', 'Grace')
    await order('HALF', 'idle@example.com')
    await payWith('HALF', 'one@example.com')
    const coupon = {
      code: 'HALF',
      partner_id: expect.any(String),
      off_percent: '50.00',
      valid_from: '2026-03-01T09:30:00.123Z',
      valid_until: '2026-04-01T00:00:00.000Z',
      most_uses: 10,
      most_uses_each: 2,
      uses: 1,
    }
    expect(JSON.parse((await rig.runCommand('coupon', 'list', '--json')).output)).toEqual({
      coupons: [coupon],
    })
    expect((await rig.runCommand('coupon', 'list', '--partner', 'RIVAL')).output).toBe(
      'There are no coupons.',
    )
    rig.pass(1_000)
    await rig.runCommand('coupon', 'end', 'HALF', '--partner', 'SHOP', '--reason', 'It was shared')
    const History = z.object({ changes: z.array(z.looseObject({})) })
    const { output } = await rig.runCommand('tariff', 'history', 'coupon', '--json')
    const terms = '5000 bps off from 2026-03-01T09:30:00.123Z until'
    const more = '10 uses, 2 for each client'
    expect(History.parse(JSON.parse(output)).changes).toMatchObject([
      {
        name: 'coupon.HALF',
        value: `${terms} 2026-03-01T09:30:01.123Z, ${more}`,
        value_before: `${terms} 2026-04-01T00:00:00.000Z, ${more}`,
        made_by: 'ada',
        reason: 'It was shared',
      },
      { name: 'coupon.HALF', value_before: 'none', made_by: 'Grace', made_at: '2026-03-01T09:30:00.123Z' },
    ])
  })

  test('a coupon is made once, and its code is not given out again when it has ended', async () => {
    await give('HALF')
    await rig.runCommand('coupon', 'end', 'HALF', '--partner', 'SHOP')
    const { ok, output } = await create('HALF', '--off', '10', '--uses', '1')
    expect([ok, output]).toEqual([false, expect.stringContaining('choose another code')])
    expect((await rig.runCommand('tariff', 'history', 'coupon', '--json')).output).not.toContain('1000 bps')
  })
})
