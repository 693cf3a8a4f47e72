import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const DAY_MS = 24 * 60 * 60 * 1_000
const find = (id: string) => rig.partner('GET', `/api/v2/partner/request/${id}`)
const cancel = (id: string) => rig.partner('POST', `/api/v2/partner/request/${id}/cancel`, {})
const create = (id: string) => rig.partner('POST', '/api/v2/partner/create_request', { partner_order_id: id })
const open = (id: string) => rig.openRequest({ partner_order_id: id })

/** A buyer of a request with a price, one call before the order. */
async function readyBuyer(entry: string): Promise<() => Promise<Reply>> {
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, `${entry.toLowerCase()}@example.com`)
  const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  return () => rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
}

test('a partner finds a widget request again by its own id, in each of its states', async () => {
  const entry = await open('found')
  const fresh = await find('found')
  expect(fresh.body).toEqual({
    request_id: entry,
    url: `http://exchange.test/w/${entry}`,
    state: 'new',
    expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/),
    client_order_id: null,
  })
  await rig.widget('GET', `/api/widget/${entry}`)
  expect((await find('found')).at('state')).toBe('opened')
  const placed = await (await readyBuyer(entry))()
  expect((await find('found')).body).toMatchObject({
    state: 'used',
    client_order_id: placed.at('order.client_order_id'),
  })
})

test('a lost answer of create_request is recovered: the refusal of a repeated id names the live request', async () => {
  const entry = await open('lost')
  const again = await create('lost')
  expect(statusAndCode(again)).toEqual([409, 'partner_order_id_taken'])
  expect([again.at('request_id'), again.at('client_order_id')]).toEqual([entry, null])
  const order = await rig.partner('POST', createPath, createBody('lost'))
  expect([...statusAndCode(order), order.at('request_id')]).toEqual([409, 'partner_order_id_taken', entry])
})

test('a request without an id of the partner’s is found by its request_id', async () => {
  const entry = await rig.openRequest()
  expect((await find(entry)).at('request_id')).toBe(entry)
})

test('a request of another partner is unknown, like one that never existed', async () => {
  await open('ours')
  for (const [id, as] of [
    ['ours', rival],
    ['nobody-has-this', undefined],
  ] as const)
    for (const [method, path, body] of [
      ['GET', `/api/v2/partner/request/${id}`, undefined],
      ['POST', `/api/v2/partner/request/${id}/cancel`, {}],
    ] as const)
      expect(statusAndCode(await rig.partner(method, path, body, as && { as }))).toEqual([
        404,
        'request_unknown',
      ])
  expect((await find('ours')).at('state')).toBe('new')
})

describe('a canceled request', () => {
  test('a canceled request takes no order, shows its buyer that it has ended, and gives its id free', async () => {
    const entry = await open('canceled')
    const place = await readyBuyer(entry)
    expect((await cancel('canceled')).body).toMatchObject({ request_id: entry, state: 'canceled' })
    expect((await cancel('canceled')).at('state')).toBe('canceled')
    expect(statusAndCode(await place())).toEqual([409, 'request_expired'])
    expect((await rig.widget('GET', `/api/widget/${entry}`)).at('state')).toBe('expired')
    const next = await create('canceled')
    expect(next.status).toBe(200)
    expect((await find('canceled')).body).toMatchObject({ request_id: next.at('request_id'), state: 'new' })
    expect(statusAndCode(await place())).toEqual([409, 'request_expired'])
  })

  test('a canceled request gives its id free for an order, which then has it', async () => {
    await open('order-instead')
    await cancel('order-instead')
    expect((await rig.partner('POST', createPath, createBody('order-instead'))).status).toBe(200)
    const refused = await create('order-instead')
    expect(statusAndCode(refused)).toEqual([409, 'partner_order_id_taken'])
    expect(refused.at('client_order_id')).toMatch(/^[A-Z0-9]{5}-[A-Z0-9]{6}$/)
  })

  test('a request that has an order cannot be canceled', async () => {
    const entry = await open('has-order')
    const placed = await (await readyBuyer(entry))()
    const refused = await cancel('has-order')
    expect(statusAndCode(refused)).toEqual([409, 'request_used'])
    expect(refused.at('client_order_id')).toBe(placed.at('order.client_order_id'))
    expect((await find('has-order')).at('state')).toBe('used')
  })
})

test('an expired request gives its id free, once, however many ask for it together', async () => {
  await open('expired')
  expect(statusAndCode(await create('expired'))).toEqual([409, 'partner_order_id_taken'])
  rig.pass(DAY_MS)
  expect((await find('expired')).at('state')).toBe('expired')
  const replies = await Promise.all(Array.from({ length: 6 }, () => create('expired')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const live = replies.find(({ status }) => status === 200)
  expect((await find('expired')).body).toMatchObject({ request_id: live?.at('request_id'), state: 'new' })
})

test('a request that is canceled while its order is placed ends only once', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 12; round += 1) {
    const id = `race-${round}`
    const place = await readyBuyer(await open(id))
    const [placed, canceled] = await Promise.all([place(), cancel(id)])
    const found = await find(id)
    expect([placed.status, canceled.status]).toEqual(found.at('state') === 'used' ? [200, 409] : [409, 200])
    expect(found.at('client_order_id') === null).toBe(found.at('state') === 'canceled')
    ends.add(String(found.at('state')))
  }
  expect([...ends].every((state) => state === 'used' || state === 'canceled')).toBe(true)
})

test('any caller learns whether a page of an origin may show a request, from a page of any origin', async () => {
  const entry = await open('embedded')
  const ask = (id: string, origin: string) =>
    rig.send('GET', `/api/v2/public/embedding/${id}?origin=${encodeURIComponent(origin)}`)
  const listed = await ask(entry, 'http://shop.test')
  expect([listed.status, listed.body]).toEqual([200, { is_allowed: true }])
  expect(listed.headers.get('access-control-allow-origin')).toBe('*')
  for (const origin of ['https://shop.test', 'http://shop.test:8080', 'http://other.test', 'null'])
    expect([origin, (await ask(entry, origin)).body]).toEqual([origin, { is_allowed: false }])
  expect((await ask('nobody-has-opened-this', 'http://shop.test')).at('code')).toBe('request_unknown')
  expect((await rig.send('GET', `/api/v2/public/embedding/${entry}`)).at('code')).toBe('field_required')
})
