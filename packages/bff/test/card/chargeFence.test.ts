import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFencedRig, refusalIn, type FencedRig, type Prepared } from './fencedRig.ts'

/* No crowd behind one address keeps anybody else from paying. */

let rig: FencedRig
beforeAll(async () => {
  rig = await openFencedRig()
})
afterAll(() => rig.close())

const tooMany = [429, 'too_many_requests', true]

test('a crowd of charges from one address leave another buyer served, and open nothing that was refused', async () => {
  const crowd: Prepared[] = []
  for (let count = 0; count < 20; count++) crowd.push(await rig.prepareCharge(await rig.placeOrder()))
  const other = await rig.prepareCharge(await rig.placeOrder())
  const replies = await Promise.all([
    ...crowd.map((order, index) => rig.chargeFrom(order, `2001:db8::${index.toString(16)}`)),
    rig.chargeFrom(other, '192.0.2.1'),
  ])
  const own = replies.splice(-1)
  const views = await Promise.all(own.map((reply) => reply.json()))
  expect(views).toMatchObject([{ order: { status: 'auth_success' } }])
  const served = replies.filter(({ status }) => status === 200)
  expect(served).toHaveLength(5)
  for (const reply of replies) if (!served.includes(reply)) expect(await refusalIn(reply)).toEqual(tooMany)
  const attempts = await Promise.all(crowd.map(({ orderId }) => rig.attempts(orderId)))
  expect(attempts.flat()).toHaveLength(5)
  rig.pass(1_000)
  const late = crowd.find((_, index) => attempts[index]?.length === 0)
  expect(late && (await rig.chargeFrom(late, '2001:db8::1')).status).toBe(200)
})

test('the whole exchange charges no more in a second than its merchant may', async () => {
  rig.pass(60_000)
  const orders: Prepared[] = []
  for (let count = 0; count < 14; count++) orders.push(await rig.prepareCharge(await rig.placeOrder()))
  const replies = await Promise.all(
    orders.map((order, index) => rig.chargeFrom(order, `198.51.100.${index}`)),
  )
  const countOf = (expected: number) => replies.filter(({ status }) => status === expected).length
  expect([countOf(200), countOf(429)]).toEqual([10, 4])
})

describe('charges within a minute', () => {
  /** So many charges two seconds apart, each from an address of its own, then one more. */
  async function oneAfter(most: number, next: () => Promise<Prepared>): Promise<Response> {
    rig.pass(60_000)
    const orders: Prepared[] = []
    for (let count = 0; count <= most; count++) orders.push(await next())
    const [last, ...first] = orders.toReversed()
    for (const [index, order] of first.entries()) {
      expect((await rig.chargeFrom(order, `203.0.113.${index}`)).status).toBe(200)
      rig.pass(2_000)
    }
    if (!last) throw new Error('There is no order')
    return rig.chargeFrom(last, '203.0.113.99')
  }

  test('a buyer is charged at most fifteen times within a minute', async () => {
    const email = 'hasty@example.com'
    let order: Awaited<ReturnType<FencedRig['placeOrder']>> | undefined
    const refused = await oneAfter(15, async () =>
      rig.prepareCharge((order ??= await rig.placeOrder({ email })), 'turned_away'),
    )
    expect(await refusalIn(refused)).toEqual(tooMany)
  })

  test('a card is charged at most ten times within a minute, for any buyer, unless it is a published test card', async () => {
    const card = { fingerprint: 'one-card', mask: '555555******4444' }
    const shared = await oneAfter(10, async () =>
      rig.prepareCharge(await rig.placeOrder(), 'turned_away', card),
    )
    expect(await refusalIn(shared)).toEqual(tooMany)
    expect(
      (await oneAfter(10, async () => rig.prepareCharge(await rig.placeOrder(), 'turned_away'))).status,
    ).toBe(200)
  })
})

describe('a charge that the card platform has no time for', () => {
  test('a charge that the card platform has no time for ends at once, costs no attempt, and works a moment later', async () => {
    const order = await rig.placeOrder()
    const form = await rig.widget('POST', `${order.path}/fields`, {}, order.session)
    const body = { session_id: String(form.at('session_id')), challenge: 'frame' }
    const pay = () => rig.widget('POST', `${order.path}/charge`, body, order.session)
    rig.card.fill(body.session_id, 'turned_away')
    for (let again = 0; again < 4; again++)
      expect((await pay()).at('order')).toMatchObject({
        status: 'processing',
        attempts_left: 3,
        attempt: { state: 'try_again', decline_reason: null },
      })
    rig.card.fill(body.session_id, 'held')
    expect((await pay()).at('order.status')).toBe('auth_success')
    expect(
      rig.card.sales.filter(({ platformOrderId }) => platformOrderId.startsWith(order.orderId)),
    ).toHaveLength(1)
  })

  test('an order whose charge the card platform has no time for lapses like any other unpaid order', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'turned_away')
    await rig.settle()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.at('order.status')).toBe('expired')
  })
})
