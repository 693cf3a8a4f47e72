import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberAt } from '../memberAt.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

function advance(body: object, headers: Record<string, string> = {}): Promise<Reply> {
  const json = { 'Content-Type': 'application/json', ...headers }
  return rig.send('POST', '/sandbox/clock', { headers: json, body: JSON.stringify(body) })
}

describe('the sandbox’s clock', () => {
  test('the sandbox’s clock lets one order run out of time, and no other', async () => {
    const [mine, other] = await Promise.all(
      ['clock-1', 'clock-2'].map((id) => rig.partner('POST', createPath, createBody(id))),
    )
    const client_order_id = mine?.at('client_order_id')
    const answer = await advance({ client_order_id, advance_seconds: 59 * 60 })
    expect(answer.body).toEqual({ request_id: null, client_order_id, advanced_seconds: 59 * 60 })
    await rig.work.tick()
    const statusOf = async (id: string) =>
      (await rig.partner('GET', `/api/v2/partner/order/${id}`)).at('status')
    expect(await statusOf('clock-1')).toBe('processing')
    await advance({ client_order_id, advance_seconds: 10 ** 12 })
    await rig.work.tick()
    expect([await statusOf('clock-1'), await statusOf('clock-2')]).toEqual(['expired', 'processing'])
    expect(other?.status).toBe(200)
  })

  test('the sandbox’s clock lets the price of a widget request run out', async () => {
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, 'timely@example.com')
    const path = `/api/widget/${entry}`
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const quote = await rig.widget('POST', `${path}/quote`, terms, session)
    const order = { quote_id: quote.at('quote_id') }
    expect((await advance({ request_id: entry, advance_seconds: 61 })).status).toBe(200)
    const late = await rig.widget('POST', `${path}/order`, order, session)
    expect([late.status, late.at('code')]).toEqual([409, 'quote_expired'])
    const fresh = { quote_id: late.at('quote.quote_id') }
    expect((await rig.widget('POST', `${path}/order`, fresh, session)).status).toBe(200)
  })

  test('the sandbox’s clock refuses a call without an order or a time, and pages of other websites', async () => {
    const refusals = [
      [{ client_order_id: 'AAAAA-AAAAAA', advance_seconds: 1 }, 404, 'order_unknown'],
      [{ request_id: 'nobody', advance_seconds: 1 }, 404, 'request_unknown'],
      [{ advance_seconds: 1 }, 400, 'field_required'],
      [{ request_id: 'a', client_order_id: 'b', advance_seconds: 1 }, 400, 'fields_incompatible'],
      [{ request_id: 'a', advance_seconds: -1 }, 400, 'validation_failed'],
      [{ request_id: 'a' }, 400, 'field_required'],
    ] as const
    for (const [body, status, code] of refusals) {
      const reply = await advance(body)
      expect([body, reply.status, reply.at('code')]).toEqual([body, status, code])
    }
    const foreign = await advance({ request_id: 'a', advance_seconds: 1 }, { Origin: 'https://evil.test' })
    expect([foreign.status, foreign.at('code')]).toEqual([403, 'not_allowed'])
  })

  test('the sandbox’s clock does not exist in a live exchange', async () => {
    const live = await openRig({ mode: 'live' })
    try {
      const reply = await live.send('POST', '/sandbox/clock', { body: '{}' })
      expect([reply.status, reply.at('code')]).toEqual([404, 'route_unknown'])
    } finally {
      await live.close()
    }
  })
})

describe('the sandbox’s faults', () => {
  const setFaults = (body: object) =>
    rig.send('POST', '/sandbox/faults', {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('prices and mail are away for one widget request, until they are back, and for no other', async () => {
    const [mine, other] = [await rig.openRequest(), await rig.openRequest()]
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const quote = async (entry: string) => {
      const reply = await rig.widget('POST', `/api/widget/${entry}/quote`, terms)
      return [reply.status, reply.at('code')]
    }
    const code = async (entry: string) => {
      const reply = await rig.widget('POST', `/api/widget/${entry}/code`, { email: 'away@example.com' })
      return [reply.status, reply.at('code')]
    }
    const set = await setFaults({ request_id: mine, rates: 'away', mail: 'away' })
    expect(set.body).toEqual({ request_id: mine, client_order_id: null, rates: 'away', mail: 'away' })
    expect([await quote(mine), await code(mine)]).toEqual([
      [503, 'rate_unavailable'],
      [503, 'unavailable'],
    ])
    expect([await quote(other), await code(other)]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    await setFaults({ request_id: mine })
    expect([await quote(mine), await code(mine)]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
  })

  test('the price of one widget request moves against its buyer, who is shown the new one before paying', async () => {
    const [mine, other] = [await rig.openRequest(), await rig.openRequest()]
    const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
    const session = await rig.buyerAt(mine, 'moved@example.com')
    const quote = async (entry: string) => rig.widget('POST', `/api/widget/${entry}/quote`, terms)
    const gets = (reply: Reply, at = 'payout_amount') => Number(reply.at(at))
    const before = await rig.widget('POST', `/api/widget/${mine}/quote`, terms, session)
    await setFaults({ request_id: mine, rates: 'moved' })
    expect(gets(await quote(mine)) / gets(before)).toBeCloseTo(1 / 1.05, 3)
    expect(gets(await quote(other))).toBe(gets(before))
    await advance({ request_id: mine, advance_seconds: 61 })
    const paid = { quote_id: before.at('quote_id') }
    const late = await rig.widget('POST', `/api/widget/${mine}/order`, paid, session)
    expect([late.status, late.at('code')]).toEqual([409, 'quote_expired'])
    expect(gets(late, 'quote.payout_amount')).toBe(gets(await quote(mine)))
    const page = await rig.send('GET', `/w/${mine}`)
    const [, opening = ''] =
      /<script type="application\/json" id="opening">(.*?)<\/script>/s.exec(page.text) ?? []
    expect(gets({ ...page, at: (path) => memberAt(JSON.parse(opening), path) }, 'quote.payout_amount')).toBe(
      gets(await quote(mine)),
    )
  })

  test('prices that move do so from coin to coin, for an order to be paid, and for money that arrives', async () => {
    const gets = (reply: Reply, at: string) => Number(reply.at(at))
    const moved = (order: { readonly entry: string }) =>
      setFaults({ request_id: order.entry, rates: 'moved' })
    const view = (order: { path: string; session: string }) =>
      rig.widget('GET', order.path, undefined, order.session)

    const ether = { payin_currency: 'ETH', payin_group: 'balance', payin_amount: '0.05' }
    const coins = { ...ether, payout_currency: 'USDC', payout_group: 'crypto' }
    const entry = await rig.openRequest(coins)
    const session = await rig.buyerAt(entry, 'coins@example.com')
    const quote = async () =>
      gets(await rig.widget('POST', `/api/widget/${entry}/quote`, coins, session), 'payout_amount')
    const before = await quote()
    await moved({ entry })
    expect((await quote()) / before).toBeCloseTo(1 / 1.05, 2)

    const byCard = await rig.placeOrder()
    const shown = gets(await view(byCard), 'order.payout_amount')
    await moved(byCard)
    await advance({ request_id: byCard.entry, advance_seconds: 61 })
    const late = await rig.charge(byCard, 'held')
    expect([late.status, late.at('code')]).toEqual([409, 'quote_expired'])
    expect(gets(await view(byCard), 'order.payout_amount') / shown).toBeCloseTo(1 / 1.05, 3)

    const byBank = await rig.placeOrder({ fixed: { payin_group: 'sepa' } })
    const quoted = gets(await view(byBank), 'order.payout_amount')
    await moved(byBank)
    expect((await rig.send('POST', `/sandbox/bank?order=${byBank.orderId}`)).status).toBe(200)
    await rig.settle()
    expect(gets(await view(byBank), 'order.payout_amount') / quoted).toBeCloseTo(1 / 1.05, 3)
  })

  test('a pay-out stays on its way while it is slow, and arrives once it is not', async () => {
    const order = await rig.placeOrder()
    await setFaults({ request_id: order.entry, payout: 'slow' })
    expect((await rig.charge(order, 'held')).status).toBe(200)
    const [attempt] = await rig.attempts(order.orderId)
    rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
    await rig.settle()
    const status = async () =>
      (await rig.widget('GET', order.path, undefined, order.session)).at('order.status')
    expect(await status()).toBe('processing_payout')
    await setFaults({ request_id: order.entry })
    await rig.settle()
    expect(await status()).toBe('finished')
  })

  test('a check of an identity cannot be begun while its provider is away', async () => {
    const order = await rig.placeOrder({ fixed: { partner_order_id: 'unchecked-1' } })
    const url = '/api/v2/partner/order/verification_url?partner_order_id=unchecked-1'
    const page = new URL(String((await rig.partner('GET', url)).at('verification_url'))).pathname
    expect((await rig.send('GET', page)).status).toBe(200)
    await setFaults({ request_id: order.entry, verification: 'away' })
    expect((await rig.send('GET', page)).status).toBe(503)
    await setFaults({ request_id: order.entry })
    expect((await rig.send('GET', page)).status).toBe(200)
  })

  test('a fault that there is not, and one of nobody, are refused', async () => {
    const refusals = [
      [{ request_id: 'nobody', mail: 'away' }, 404, 'request_unknown'],
      [{ mail: 'away' }, 400, 'field_required'],
      [{ request_id: 'a', mail: 'slow' }, 400, 'validation_failed'],
      [{ request_id: 'a', chain: 'away' }, 400, 'unknown_field'],
    ] as const
    for (const [body, status, code] of refusals) {
      const reply = await setFaults(body)
      expect([body, reply.status, reply.at('code')]).toEqual([body, status, code])
    }
  })
})

test('the playground tells an event of the widget from one that is against its schema', async () => {
  const check = async (event: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const reply = await rig.send('POST', '/playground/events', { headers, body: JSON.stringify(event) })
    return [reply.status, reply.body]
  }
  expect(await check({ kind: 'step', step: 'address' })).toEqual([200, { faults: [] }])
  const wrong = [
    [{ kind: 'step', step: 'nowhere' }, '/step: '],
    [{ kind: 'order', client_order_id: 'A' }, '/status: '],
    [{ kind: 'unheard' }, '/kind: '],
  ] as const
  for (const [event, place] of wrong)
    expect(await check(event)).toEqual([200, { faults: [expect.stringContaining(place)] }])
})
