import type { DoorEnv } from '@cambio/server/http/door.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardsApp } from '../src/http/cardsApp.ts'
import { setBlocked } from '../src/store/merchants.ts'
import { fromAddress, merchantId, openRig, password, saleFields, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())
beforeEach(async () => {
  await rig.saveMerchant({})
  await setBlocked(rig.platform.query, merchantId, null)
})

const opening = JSON.stringify({
  client_key: merchantId,
  parent_origin: 'https://exchange.example',
  ancestors: ['https://exchange.example'],
})

function openSession(headers: Record<string, string>, env?: DoorEnv['Bindings']) {
  return rig.app.request('/fields/sessions', { method: 'POST', body: opening, headers }, env)
}

function readSession(headers: Record<string, string>, env?: DoorEnv['Bindings']) {
  return rig.app.request('/fields/sessions/nobody', { headers: { 'api-key': merchantId, ...headers } }, env)
}

const opened = { 'api-signature': signRequest(password, '/fields/sessions', opening) }
const read = { 'api-signature': signRequest(password, '/fields/sessions/nobody', '') }

test('a session whose JSON names a member twice is not opened, since the other one may be meant', async () => {
  const twice = opening.replace('{', `{"parent_origin":"https://thief.example",`)
  const answer = await rig.app.request('/fields/sessions', {
    method: 'POST',
    body: twice,
    headers: { 'api-signature': signRequest(password, '/fields/sessions', twice) },
  })
  expect([answer.status, await answer.json()]).toMatchObject([
    400,
    { error_code: 100000, errors: [{ error_message: 'body: This value is not valid.' }] },
  ])
})

let count = 0
const requests: readonly [string, number, (env?: DoorEnv['Bindings']) => Response | Promise<Response>][] = [
  [
    'a SALE',
    200,
    (env) => {
      const body = new URLSearchParams(saleFields({ order_id: `fence-${(count += 1)}` }))
      return rig.app.request('/post', { method: 'POST', body }, env)
    },
  ],
  ['opening a session of the card fields', 200, (env) => openSession(opened, env)],
  ['reading a session of the card fields', 404, (env) => readSession(read, env)],
]

describe.each(requests)('%s', (_, admitted, request) => {
  async function outside(answer: Response): Promise<void> {
    expect([answer.status, await answer.json()]).toMatchObject([400, { error_code: 204002 }])
  }

  test('a blocked merchant is refused', async () => {
    await setBlocked(rig.platform.query, merchantId, rig.platform.clock.now())
    await outside(await request())
    await setBlocked(rig.platform.query, merchantId, null)
    expect((await request()).status).toBe(admitted)
  })

  test.each([
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['192.0.2.7', '::ffff:192.0.2.7', '192.0.2.8'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['2001:db8::7', '2001:db8::7', '2001:db8::8'],
    ['2001:db8::/32', '2001:db8::1', '192.0.2.7'],
  ])(
    'a merchant that calls from %s is served from %s and refused from %s',
    async (range, inside, elsewhere) => {
      await rig.saveMerchant({ ipAllow: ['198.51.100.1', range] })
      expect((await request(fromAddress(inside))).status).toBe(admitted)
      await outside(await request(fromAddress(elsewhere)))
    },
  )
})

test.each(['192.0.2.7:5678', '[::ffff:192.0.2.7]:5678', '"192.0.2.7"'])(
  'a merchant behind a proxy that writes its address as %s calls from an address that is allowed',
  async (forwarded) => {
    await rig.saveMerchant({ ipAllow: ['192.0.2.7'] })
    const proxied = cardsApp(
      { platform: rig.platform, metrics: createMetrics({ program: 'cards' }), frame: null },
      { trustedProxies: ['10.0.0.1'], limitsFactor: 1000, sandbox: true },
    )
    const sale = (from: string) =>
      proxied.request(
        '/post',
        {
          method: 'POST',
          body: new URLSearchParams(saleFields({ order_id: `fence-${(count += 1)}` })),
          headers: { 'X-Forwarded-For': from },
        },
        fromAddress('10.0.0.1'),
      )
    expect((await sale(forwarded)).status).toBe(200)
    expect((await sale('192.0.2.8:5678')).status).toBe(400)
  },
)

describe('a request about a session of the card fields', () => {
  const nowSeconds = () => Math.floor(rig.platform.clock.now().getTime() / 1000)
  const timed = (timestamp: string, path: string, body: string) => ({
    'api-timestamp': timestamp,
    'api-signature': signRequest(password, path, body, timestamp),
  })

  test.each([
    ['now', 0, true],
    ['five minutes old', -300, true],
    ['five minutes ahead', 300, true],
    ['older', -301, false],
    ['further ahead', 301, false],
    ['no time', NaN, false],
  ])('a request about a session of the card fields may carry its time: %s', async (_, seconds, isTaken) => {
    const timestamp = String(nowSeconds() + seconds)
    const answer = await openSession(timed(timestamp, '/fields/sessions', opening))
    expect(answer.status).toBe(isTaken ? 200 : 401)
    const reading = await readSession(timed(timestamp, '/fields/sessions/nobody', ''))
    expect(reading.status).toBe(isTaken ? 404 : 401)
  })

  test('a request about a session of the card fields carries a time that its signature covers', async () => {
    expect((await openSession({ ...opened, 'api-timestamp': String(nowSeconds()) })).status).toBe(401)
  })

  test.each(['-'.repeat(36), '0'.repeat(36), 'f'.repeat(37), '', '%00'])(
    'a request about a session of the card fields is unsigned by an invalid client_key: %j',
    async (key) => {
      expect((await readSession({ ...read, 'api-key': key })).status).toBe(401)
    },
  )

  test('a request about a session of the card fields names its merchant in capitals or small letters', async () => {
    const lettered = 'abcdefab-cdef-4bcd-8fab-cdefabcdefab'
    await rig.saveMerchant({ id: lettered })
    expect((await readSession({ ...read, 'api-key': lettered.toUpperCase() })).status).toBe(404)
  })
})
