import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { ethAddress, openRig, type Reply, type Rig } from '../rig.ts'
import { createPath } from './createOrder.ts'

/* A price that a buyer was shown holds for a while, and is shown anew before a card is charged after that. */

const MINUTE_MS = 60_000

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

type Order = { readonly path: string; readonly session: string; readonly orderId: string }

/** A card of the order's, handed in; the same form may be charged again. */
async function handedIn(order: Order): Promise<() => Promise<Reply>> {
  const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
  const session_id = String(form.at('session_id'))
  rig.card.fill(session_id, 'held')
  return () => rig.widget('POST', `${order.path}/charge`, { session_id, challenge: 'frame' }, order.session)
}

const view = (order: Order) => rig.widget('GET', order.path, undefined, order.session)

/** An order of the partner's API, opened by its own buyer. */
async function ofPartner(fields: { client_email?: string; is_floating_rate?: 1 } = {}): Promise<Order> {
  const email = fields.client_email ?? `hold-${rig.exchange.random.token(64)}@example.com`
  const created = await rig.partner('POST', createPath, {
    partner_order_id: rig.exchange.random.hex(16),
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '50.00',
    payout_currency: 'ETH',
    dst_address: ethAddress,
    client_email: email,
    client_ip: '203.0.113.7',
    remote_country: 'DE',
    ...fields,
  })
  const orderId = String(created.at('client_order_id'))
  const secret = new URL(String(created.at('redirect'))).searchParams.get('k')
  const entry = `${orderId}~${secret}`
  return { path: `/api/widget/${entry}`, session: await rig.buyerAt(entry, email), orderId }
}

describe('the price hold of an order', () => {
  const kinds: readonly [string, number, () => Promise<Order>][] = [
    ['that a buyer placed in the widget holds for a minute', 1, () => rig.placeOrder()],
    ['that a partner created holds for fifteen', 15, () => ofPartner()],
  ]

  test.each(kinds)(
    'the price of an order %s, and is shown anew before the charge',
    async (_, minutes, place) => {
      const order = await place()
      const pay = await handedIn(order)
      const before = await view(order)
      rig.pass(minutes * MINUTE_MS + MINUTE_MS)
      expect(statusAndCode(await pay())).toEqual([409, 'quote_expired'])
      const shown = await view(order)
      expect(shown.at('order.attempt')).toBeNull()
      expect(shown.at('order.payin_amount')).toBe('50.00')
      expect(shown.at('order.payout_amount')).not.toBe(before.at('order.payout_amount'))
      expect((await pay()).at('order.status')).toBe('auth_success')
      expect((await view(order)).at('order.payout_amount')).toBe(shown.at('order.payout_amount'))
    },
  )

  test.each(kinds)('the price of an order %s to the end', async (_, minutes, place) => {
    const order = await place()
    const pay = await handedIn(order)
    const before = await view(order)
    const until = new Date(String(before.at('order.price_held_until')))
    expect(until.getTime()).toBeLessThanOrEqual(rig.exchange.clock.now().getTime() + minutes * MINUTE_MS)
    rig.pass(until.getTime() - rig.exchange.clock.now().getTime() - 1)
    expect((await pay()).at('order')).toMatchObject({
      status: 'auth_success',
      payout_amount: before.at('order.payout_amount'),
      price_held_until: null,
    })
  })

  test('a price that has not changed is charged although its hold is over', async () => {
    const { eur } = await rig.exchange.rates.prices()
    const still: Rig = await openRig({
      rates: { prices: async () => ({ eur, at: still.exchange.clock.now() }) },
    })
    const order = await still.placeOrder()
    const form = await still.widget('POST', `${order.path}/fields`, {}, order.session)
    const session_id = String(form.at('session_id'))
    still.card.fill(session_id, 'held')
    still.pass(10_000)
    await still.query(statement('update orders set price_held_until = $1', still.exchange.clock.now()))
    const body = { session_id, challenge: 'frame' }
    const paid = await still.widget('POST', `${order.path}/charge`, body, order.session)
    expect(paid.at('order.status')).toBe('auth_success')
    await still.close()
  })

  test('a floating price is made when the money is in, and its hold never ends before', async () => {
    const order = await ofPartner({ is_floating_rate: 1 })
    const pay = await handedIn(order)
    expect((await view(order)).at('order.price_held_until')).toBeNull()
    rig.pass(40 * MINUTE_MS)
    expect((await pay()).at('order.status')).toBe('auth_success')
  })

  test('an expired price is made anew once when two charges come at once, and no charge takes the old price', async () => {
    const order = await rig.placeOrder()
    const pays = [await handedIn(order), await handedIn(order)]
    rig.pass(2 * MINUTE_MS)
    const codes = (await Promise.all(pays.map((pay) => pay()))).map((reply) => reply.at('code'))
    expect(codes).toContain('quote_expired')
    expect(
      rig.card.sales.filter(({ platformOrderId }) => platformOrderId.startsWith(order.orderId)).length,
    ).toBe(codes.filter((code) => code === undefined).length)
  })
})

describe('a buyer in the widget', () => {
  const email = 'collector@example.com'
  const amount = '20.00'

  test('a buyer has at most three orders that wait for money, in widget and API together, without the partner’s', async () => {
    const orders = [await rig.placeOrder({ email, amount }), await rig.placeOrder({ email, amount })]
    await rig.placeOrder({ email, amount })
    const entry = await rig.openRequest({ payin_amount: amount })
    const path = `/api/widget/${entry}`
    const session = await rig.buyerAt(entry, email)
    const terms = { payin_currency: 'EUR', payin_amount: amount, payout_currency: 'ETH' }
    const place = async () => {
      const quote = await rig.widget('POST', `${path}/quote`, terms, session)
      return rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
    }
    expect(statusAndCode(await place())).toEqual([409, 'too_many_unpaid_orders'])
    expect((await view({ path, session, orderId: '' })).at('order')).toBeNull()
    const [first] = orders
    if (!first) throw new Error('There is no order')
    expect((await rig.charge(first, 'held')).at('order.status')).toBe('auth_success')
    expect((await place()).status).toBe(200)
    const other = await ofPartner({ client_email: email })
    expect(other.orderId).not.toBe('')
  })

  test('a buyer who places four orders at once in the widget gets three', async () => {
    const own = 'hurried@example.com'
    const requests: { path: string; session: string; quote_id: string }[] = []
    for (let count = 0; count < 4; count++) {
      const entry = await rig.openRequest({ payin_amount: amount })
      const path = `/api/widget/${entry}`
      const session = await rig.buyerAt(entry, own)
      const terms = { payin_currency: 'EUR', payin_amount: amount, payout_currency: 'ETH' }
      const quote = await rig.widget('POST', `${path}/quote`, terms, session)
      requests.push({ path, session, quote_id: String(quote.at('quote_id')) })
    }
    const replies = await Promise.all(
      requests.map(({ path, session, quote_id }) =>
        rig.widget('POST', `${path}/order`, { quote_id }, session),
      ),
    )
    const codes = replies.map((reply) => reply.at('code'))
    expect(codes.filter((code) => code === undefined)).toHaveLength(3)
    expect(codes).toContain('too_many_unpaid_orders')
  })
})
