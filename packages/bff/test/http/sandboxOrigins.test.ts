import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { serve, type Serving } from '@cambio/server/http/serve.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/* A sandbox asks nobody who they are, so other websites that its tester looks at must not reach what it lets one do. */

let rig: Rig
let serving: Serving
let own: string
let orderId: string
let orders = 0
beforeAll(async () => {
  rig = await openRig({ baseUrl: 'http://sandbox.test:8787' })
  serving = await serve(rig.app.fetch, { host: '127.0.0.1', port: 0 })
  own = `localhost:${serving.port}`
})
afterAll(async () => {
  await serving.close()
  await rig.close()
})
beforeEach(async () => {
  orders += 1
  const body = { ...createBody(`sandbox-${orders}`), payin_group: 'sepa' }
  orderId = String((await rig.partner('POST', createPath, body)).at('client_order_id'))
})

type Sent = {
  readonly status: number
  readonly text: string
  readonly headers: NodeJS.Dict<string | string[]>
}

/** Sends what a browser or a script would; `fetch` does not let one set Host and Origin. */
async function send(method: string, path: string, headers: Record<string, string>): Promise<Sent> {
  const sent = request({
    port: serving.port,
    host: '127.0.0.1',
    method,
    path,
    headers: { Host: own, ...headers },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, text: await text(response), headers: response.headers }
}

const pay = (headers: Record<string, string>) => send('POST', `/sandbox/bank?order=${orderId}`, headers)

async function isPaid(): Promise<boolean> {
  await rig.settle()
  const order = await rig.partner('GET', `/api/v2/partner/order/sandbox-${orders}`)
  return order.at('status') === 'finished'
}

describe('another website', () => {
  const evil = 'https://evil.example'
  test.each<[string, Record<string, string>]>([
    ['by a form', { Origin: evil, 'Sec-Fetch-Site': 'cross-site' }],
    ['of the same site, on another port', { Origin: 'http://localhost:8788', 'Sec-Fetch-Site': 'same-site' }],
    ['in a browser that only names the origin', { Origin: evil }],
    ['in a browser that only names the site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['in a frame without an origin', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
    ['that hides its origin', { Origin: 'null' }],
  ])('another website pays no order %s', async (_, headers) => {
    const { status, text: said } = await pay(headers)
    expect([status, said]).toEqual([403, expect.stringContaining('"code":"not_allowed"')])
    expect(await isPaid()).toBe(false)
  })

  test('another website whose name leads here pays nothing and reads no code, whatever the browser says', async () => {
    for (const host of [
      'evil.example',
      `evil.example:${serving.port}`,
      'localhost:1',
      'localhost',
      '127.0.0.1:1',
    ])
      for (const said of [
        {},
        { 'Sec-Fetch-Site': 'same-origin' },
        { Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' },
      ]) {
        expect([host, (await pay({ Host: host, ...said })).status]).toEqual([host, 403])
        expect((await send('GET', '/sandbox/outbox', { Host: host, ...said })).status).toBe(403)
        expect((await send('GET', '/sandbox/tx/0x00', { Host: host, ...said })).status).toBe(403)
      }
    expect(await isPaid()).toBe(false)
  })

  test('another website is refused in readable words where a browser opened the page', async () => {
    const page = await send('GET', '/sandbox/outbox', { 'Sec-Fetch-Site': 'cross-site', Accept: 'text/html' })
    expect([page.status, page.text]).toEqual([403, expect.stringContaining('Nothing was done')])
  })
})

describe('the sandbox’s own pages', () => {
  test.each<[string, () => Record<string, string>]>([
    ['by their own button', () => ({ Origin: `http://${own}`, 'Sec-Fetch-Site': 'same-origin' })],
    ['by their own button, its origin hidden', () => ({ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' })],
    ['in an older browser', () => ({ Origin: `http://${own}` })],
    [
      'at the address that browsers know',
      () => ({ Host: 'sandbox.test:8787', Origin: 'http://sandbox.test:8787' }),
    ],
    ['at a number', () => ({ Host: `127.0.0.1:${serving.port}`, 'Sec-Fetch-Site': 'same-origin' })],
    ['from a script', () => ({})],
  ])('the sandbox’s own pages pay an order %s', async (_, headers) => {
    expect((await pay(headers())).status).toBe(200)
    expect(await isPaid()).toBe(true)
  })

  test('the sandbox’s own pages open from the address bar, and let their form say where it stands', async () => {
    expect((await send('GET', '/sandbox/outbox', { 'Sec-Fetch-Site': 'none' })).status).toBe(200)
    const page = await send('GET', `/sandbox/bank?order=${orderId}`, { 'Sec-Fetch-Site': 'none' })
    expect([page.status, page.headers['referrer-policy']]).toEqual([200, 'same-origin'])
  })
})

test('a partner’s page leads to a verification, which is decided on its own page alone', async () => {
  const entry = await rig.openRequest({ payin_amount: '200.00' })
  const path = `/api/widget/${entry}`
  const session = await rig.buyerAt(entry, 'careful@example.com')
  const terms = { payin_currency: 'EUR', payin_amount: '200', payout_currency: 'ETH' }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  await rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
  const charged = await rig.charge({ path, session }, 'held')
  const { pathname } = new URL(String(charged.at('order.verification_url')))
  const foreign = { 'Sec-Fetch-Site': 'cross-site' }
  expect((await send('GET', pathname, foreign)).status).toBe(200)
  for (const headers of [foreign, { Origin: 'https://evil.example' }])
    expect((await send('POST', pathname, headers)).status).toBe(403)
  expect((await rig.send('POST', pathname, { body: 'decision=approve' })).text).toContain('Approved')
})
