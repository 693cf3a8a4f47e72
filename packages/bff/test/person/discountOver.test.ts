import { followCardNotice } from '@cambio/exchange/payin/card/followCardNotice.ts'
import { statement as statementOf } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderDeps } from '../../src/program/orderDeps.ts'
import { openRig, shop, type Reply, type Rig } from '../rig.ts'

/*
 * A discount that was given to several orders of one person before any of them was paid is one order's. The others are
 * asked whether they go on without it.
 */

const one = 10n ** 18n
let rig: Rig
let ethEur: bigint
beforeEach(async () => {
  ethEur = 2_500n
  rig = await openRig({
    rates: {
      prices: async () => ({
        at: rig.exchange.clock.now(),
        eur: new Map(Object.entries({ EUR: one, ETH: ethEur * one })),
      }),
    },
  })
})
afterEach(() => rig.close())

const terms = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '20.00',
  payout_currency: 'ETH',
  payout_group: 'crypto',
}
const spellings = ['jane.doe', 'janedoe', 'j.anedoe', 'janedoe+4']

type Buyer = {
  readonly path: string
  readonly session: string
  readonly orderId: string
  readonly partnerOrderId: string
  readonly platformOrderId: string
}

/** Places an order of 20 EUR and takes it as far as the bank's question whether its buyer approves. */
async function challenge(email: string, index: number, coupon?: string): Promise<Buyer> {
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', terms)
  expect([opened.status, opened.at('detail')]).toEqual([200, undefined])
  const path = `/api/widget/${String(opened.at('request_id'))}`
  const session = await rig.buyerAt(String(opened.at('request_id')), email)
  const quote = await rig.widget(
    'POST',
    `${path}/quote`,
    { ...terms, ...(coupon !== undefined && { coupon }) },
    session,
  )
  const dst_address = `0x${String(index + 1).padStart(40, 'a')}`
  const order = { quote_id: quote.at('quote_id'), dst_address }
  const placed = await rig.widget('POST', `${path}/order`, order, session)
  expect([placed.status, placed.at('detail')]).toEqual([200, undefined])
  const charged = await rig.charge({ path, session }, 'challenged')
  expect([charged.at('order.attempt.state'), charged.at('detail')]).toEqual(['challenge', undefined])
  const orderId = String(charged.at('order.client_order_id'))
  const [attempt] = await rig.attempts(orderId)
  const partnerOrderId = String(opened.at('request_id'))
  return { path, session, orderId, partnerOrderId, platformOrderId: attempt?.platformOrderId ?? '' }
}

async function four(coupon?: string): Promise<Buyer[]> {
  const buyers = []
  for (const [index, name] of spellings.entries())
    buyers.push(await challenge(`${name}@gmail.com`, index, coupon))
  return buyers
}

const approve = async ({ platformOrderId }: Buyer, is: 'held' | 'settled' = 'settled') => {
  const transId = `trans-${platformOrderId}`
  const amount = { units: 2_000n, currency: 'EUR' }
  rig.card.reports(platformOrderId, { is, transId, amount, captureRefused: false, returnRefused: false })
  await followCardNotice(orderDeps(rig.exchange), { platformOrderId })
}

const viewOf = ({ path, session }: Buyer): Promise<Reply> => rig.widget('GET', path, undefined, session)
const answer = ({ path, session }: Buyer, given: 'accept' | 'refund') =>
  rig.widget('POST', `${path}/price`, { answer: given }, session)

async function reasonOf({ partnerOrderId }: Buyer) {
  return (await rig.partner('GET', `/api/v2/partner/order/${partnerOrderId}`)).at('refund_reason')
}

async function standing(buyer: Buyer) {
  const view = await viewOf(buyer)
  return ['status', 'substatus', 'margin_fee', 'money.state'].map((name) => view.at(`order.${name}`))
}

const asked = ['pending', 'understanding_pending', '0.58', 'taken']

const discounts: Readonly<Record<string, () => Promise<Buyer[]>>> = {
  'a free first order': async () => {
    await rig.ensurePartner({ ...shop, firstOrderFree: true })
    return four()
  },
  'a coupon of one use for each person': async () => {
    const terms = ['--off', '100', '--until', '2026-04-01T00:00:00Z', '--uses', '10', '--uses-each', '1']
    expect(await rig.runCommand('coupon', 'create', 'ONCE', '--partner', 'SHOP', ...terms)).toMatchObject({
      ok: true,
    })
    return four('ONCE')
  },
}

describe.each(Object.keys(discounts))('%s that four orders of one person have', (name) => {
  test('a discount is given once where all its orders are approved at once, and the other buyers are asked', async () => {
    const buyers = (await discounts[name]?.()) ?? []
    for (const { platformOrderId } of buyers) rig.card.becomes(platformOrderId, 'settled')
    rig.pass(20_000)
    await rig.work.tick()
    const all = await Promise.all(buyers.map(standing))
    expect(all.filter(([status]) => status === 'pending')).toEqual([asked, asked, asked])
    const fees = await rig.query<{ fee: bigint }>(
      statementOf("select margin_fee_units as fee from orders where status <> 'pending'"),
    )
    expect(fees).toEqual([{ fee: 0n }])
  })
})

describe('an order whose discount went to another order', () => {
  let first: Buyer
  let second: Buyer
  beforeEach(async () => {
    await rig.ensurePartner({ ...shop, firstOrderFree: true })
    first = await challenge('jane.doe@gmail.com', 1)
    second = await challenge('janedoe@gmail.com', 2)
    await approve(first)
  })

  test('an order that lost its discount is told to its partner at the full price, and buys nothing before an answer', async () => {
    await approve(second)
    const { body } = await rig.partner('GET', '/api/v2/partner/events?after=0&limit=100')
    expect(JSON.stringify(body)).toContain('"substatus":"understanding_pending"')
    const sent = await rig.partner('GET', `/api/v2/partner/order/${second.partnerOrderId}`)
    expect(sent.body).toMatchObject({
      status: 'pending',
      substatus: 'understanding_pending',
      service_fee_amount: '0.58',
      money: { state: 'taken', amount: '20.00' },
    })
    await rig.settle()
    expect(await standing(second)).toEqual(asked)
  })

  test('an order that lost its discount goes on at the full price once its buyer accepts', async () => {
    await approve(second)
    const shown = (await viewOf(second)).at('order.payout_amount')
    expect((await answer(second, 'accept')).at('order.status')).toBe('auth_success')
    await rig.settle()
    const after = await viewOf(second)
    expect([after.at('order.status'), after.at('order.payout_amount')]).toEqual(['finished', shown])
    expect((await answer(second, 'refund')).at('code')).toBe('order_state')
  })

  test('an order that lost its discount gives the money back when its buyer chooses so, a hold too', async () => {
    await approve(second, 'held')
    expect((await viewOf(second)).at('order.money.state')).toBe('held')
    expect((await answer(second, 'refund')).at('order.money.state')).toBe('returning')
    rig.card.becomes(second.platformOrderId, 'returned')
    await rig.settle()
    expect((await viewOf(second)).at('order.status')).toBe('refunded')
    expect(await reasonOf(second)).toBe('price_not_accepted')
  })

  test('an order that lost its discount releases a hold that was taken meanwhile', async () => {
    await approve(second, 'held')
    rig.card.becomes(second.platformOrderId, 'settled')
    expect((await answer(second, 'refund')).status).toBe(200)
    await rig.settle()
    expect((await rig.attempts(second.orderId))[0]).toMatchObject({ state: 'returned', settled: true })
    expect((await viewOf(second)).at('order.status')).toBe('refunded')
  })

  test.each([
    { is: 'settled', days: 7 },
    { is: 'held', days: 6 },
  ] as const)(
    'an order that lost its discount gives the money back after $days days where it was $is',
    async ({ is, days }) => {
      await approve(second, is)
      rig.pass(days * 86_400_000 - 120_000)
      await rig.work.tick()
      expect((await rig.stores.orders.find(second.orderId))?.status).toBe('pending')
      rig.pass(120_000)
      await rig.work.tick()
      rig.pass(60_000)
      await rig.work.tick()
      expect((await rig.stores.orders.find(second.orderId))?.status).toBe('refunded')
      expect((await rig.attempts(second.orderId))[0]).toMatchObject({ settled: is === 'settled' })
      expect(await reasonOf(second)).toBe('price_not_accepted')
    },
  )

  test('an order that lost its discount shows its price anew when the market worsens it, and gains nothing otherwise', async () => {
    await approve(second)
    const shown = (await viewOf(second)).at('order.payout_amount')
    ethEur = 2_600n
    rig.pass(60_000)
    expect((await answer(second, 'accept')).at('code')).toBe('quote_expired')
    const less = (await viewOf(second)).at('order.payout_amount')
    expect(Number(less)).toBeLessThan(Number(shown))
    ethEur = 2_000n
    rig.pass(60_000)
    expect((await answer(second, 'accept')).at('order.payout_amount')).toBe(less)
  })

  test('an order that lost its discount takes an answer from nobody but its own buyer', async () => {
    await approve(second)
    const strangers = { ...second, session: first.session }
    expect((await answer(strangers, 'refund')).status).toBeGreaterThanOrEqual(400)
    expect(await standing(second)).toEqual(asked)
  })

  test('an order that lost its discount is over its limit as any other once its buyer accepts', async () => {
    await approve(second)
    const large = await rig.query(
      statementOf('update orders set payin_eur_units = 14500 where id = $1 returning id', first.orderId),
    )
    expect(large).toHaveLength(1)
    expect((await answer(second, 'accept')).status).toBe(200)
    await rig.work.tick()
    expect((await standing(second)).slice(0, 2)).toEqual(['pending', 'identity_pending'])
  })
})
