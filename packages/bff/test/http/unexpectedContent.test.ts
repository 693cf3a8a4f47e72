import { silentLog, type LogFields } from '@cambio/server/log.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { refusalsOf, type Route } from '@cambio/wire/http/route.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { schema } from '../../src/store/openStore.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { files, openRig, shop, type Reply, type Rig } from '../rig.ts'
import { rowCounts } from '../store/rowCounts.ts'
import { statusAndCode } from './statusAndCode.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const fee = '/api/v2/public/order/fee'
const terms = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }

const routes = Object.values<Readonly<Record<string, Route>>>(contract).flatMap((group) =>
  Object.values(group),
)
const writing = routes.filter(({ body }) => body !== undefined)
const pathTo = (route: Route, entry: string) =>
  route.path
    .replace('{entry}', entry)
    .replace('{direction}', 'payin')
    .replace(/\{\w+\}/g, 'nobody')

test('the log line of a request names its partner and its order, and nothing that was typed in its path', async () => {
  const lines: (LogFields | undefined)[] = []
  const log = { ...silentLog, info: (_: string, fields?: LogFields) => void lines.push(fields) }
  const app = createApp({ ...rig.exchange, log }, files)
  const call = (method: string, path: string, body = '') => {
    const headers = { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, path, body) }
    const json = body === '' ? {} : { body, headers: { ...headers, 'Content-Type': 'application/json' } }
    return app.request(path, { method, headers, ...json })
  }
  const { orderId, path } = await rig.placeOrder()
  const created = await call('POST', createPath, JSON.stringify(createBody('logged')))
  await call('GET', '/api/v2/partner/order/logged')
  await call('GET', '/api/v2/partner/order/4111111111111111')
  await app.request(path)
  const [partner] = await rig.query<{ id: string }>({
    name: 'partner_of_key',
    text: 'select id from partner where api_key = $1',
    values: [shop.apiKey],
  })
  const named = lines.map((line) => [line?.partnerId, line?.orderId])
  const id = partner?.id
  const { client_order_id } = (await created.json()) as { client_order_id: string }
  expect(named).toEqual([
    [id, client_order_id],
    [id, client_order_id],
    [id, undefined],
    [id, orderId],
  ])
  expect(JSON.stringify(lines)).not.toContain('4111111111111111')
})

describe('a request with unexpected content', () => {
  let entry: string
  let session: string
  beforeEach(async () => {
    entry = await rig.openRequest()
    session = await rig.buyerAt(entry, 'door@example.com')
  })

  /** Sends a body as whoever the route lets in. */
  function send(route: Route, body: string, type = 'application/json'): Promise<Reply> {
    const path = pathTo(route, entry)
    const headers: Record<string, string> = { 'Content-Type': type, Authorization: `Bearer ${session}` }
    if (route.caller === 'partner') {
      headers['API-Key'] = shop.apiKey
      headers['API-Signature'] = signRequest(shop.secret, path, body)
    }
    return rig.send(route.method, path, { body, headers })
  }

  const bad: readonly [string, string, string, number, string][] = [
    ['no JSON', '{"a":', 'application/json', 400, 'malformed_json'],
    [
      'a member twice',
      '{"partner_order_id":"a","\\u0070artner_order_id":"b"}',
      'application/json',
      400,
      'malformed_json',
    ],
    ['a member twice far below', '{"payer":[{"a":1,"a":2}]}', 'application/json', 400, 'malformed_json'],
    [
      'lists that are nested thirty thousand times',
      `{"a":${'['.repeat(30_000)}1${']'.repeat(30_000)}}`,
      'application/json',
      400,
      '',
    ],
    ['an empty body', '', 'application/json', 400, 'malformed_json'],
    ['a list', '[1]', 'application/json', 400, 'validation_failed'],
    ['null', 'null', 'application/json', 400, 'validation_failed'],
    ['an unknown field', '{"surprise":1}', 'application/json', 400, 'unknown_field'],
    ['a prototype', '{"__proto__":{"admin":1}}', 'application/json', 400, 'unknown_field'],
    ['another type', 'a=1', 'application/x-www-form-urlencoded', 415, 'media_type_unsupported'],
    ['a megabyte', `{"a":"${'x'.repeat(1_000_000)}"}`, 'application/json', 413, 'body_too_large'],
    [
      'wrong types',
      '{"partner_order_id":{"a":1},"email":7,"step":[],"quote_id":false}',
      'application/json',
      400,
      '',
    ],
  ]

  for (const [what, body, type, status, code] of bad)
    test(`every route answers ${what} with the documented problem, and stores nothing`, async () => {
      const before = await rowCounts(rig)
      for (const route of writing) {
        const reply = await send(route, body, type)
        expect([route.path, reply.status]).toEqual([route.path, status])
        if (what !== 'an unknown field' && what !== 'a prototype' && code !== '')
          expect(reply.at('code')).toBe(code)
        expect(refusalsOf(route)).toContain(reply.at('code'))
        if (code === 'body_too_large')
          expect([route.path, String(reply.at('detail')).includes('logo')]).toEqual([
            route.path,
            route === contract.partnerAccount.changeAccount,
          ])
        expect(reply.headers.get('content-type')).toBe('application/problem+json')
        expect(reply.body).toMatchObject({
          success: 0,
          status,
          request_id: reply.headers.get('x-request-id'),
        })
      }
      expect(await rowCounts(rig)).toEqual(before)
    })

  test('a refusal names an unknown field by its pointer', async () => {
    const reply = await rig.send('POST', fee, {
      body: JSON.stringify({ partner_order_id: 'a', ...terms, 'sur/pri~se': 1 }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(reply.at('errors')).toEqual([
      { pointer: '/sur~1pri~0se', code: 'unknown_field', detail: expect.any(String) },
    ])
  })

  test('a caller without a session learns nothing of a buyer’s data', async () => {
    for (const route of routes.filter(({ caller }) => caller === 'buyer'))
      for (const Authorization of ['', 'Bearer x', `Bearer ${'A'.repeat(27)}`]) {
        const headers = { 'Content-Type': 'application/json', ...(Authorization && { Authorization }) }
        const body = route.method === 'GET' ? {} : { body: '{}' }
        const reply = await rig.send(route.method, pathTo(route, entry), { headers, ...body })
        expect(statusAndCode(reply)).toEqual([401, 'session_invalid'])
      }
  })

  test('an entry key that nobody was given opens nothing', async () => {
    for (const other of [
      'x',
      'A'.repeat(27),
      `ABCDE-123456~${'A'.repeat(27)}`,
      '%00',
      'a b',
      '..%2f..%2fetc',
    ])
      for (const route of routes.filter(({ path }) => path.includes('{entry}'))) {
        const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${session}` }
        const body = route.method === 'GET' ? {} : { body: '{}' }
        const reply = await rig.send(route.method, pathTo(route, other), { headers, ...body })
        expect(reply.status).toBe(404)
        expect(['request_unknown', 'order_unknown']).toContain(reply.at('code'))
      }
  })
})

describe('an address of the API', () => {
  test('an address without a route is a 404, and another method a 405 that names the right method', async () => {
    expect(statusAndCode(await rig.send('GET', '/api/v2/nothing'))).toEqual([404, 'route_unknown'])
    const addresses = {
      [fee]: 'POST',
      [createPath]: 'POST',
      '/api/v2/public/currency': 'GET, HEAD',
      '/api/v2/partner/order/o-1': 'GET, HEAD',
      [`/api/widget/${'A'.repeat(27)}/draft`]: 'PUT',
      '/docs': 'GET, HEAD',
      '/openapi.json': 'GET, HEAD',
      '/embed/v1/loader.js': 'GET, HEAD',
      '/w/nobody': 'GET, HEAD',
      '/verification/nobody': 'GET, HEAD, POST',
      '/paystatus/merchant/order/': 'GET, HEAD, POST',
      '/notices/card': 'POST',
      '/api/v2/client/order/list': 'GET, HEAD',
      '/metrics': 'GET, HEAD',
    }
    for (const [address, methods] of Object.entries(addresses)) {
      const reply = await rig.send('DELETE', address)
      expect([address, ...statusAndCode(reply)]).toEqual([address, 405, 'method_not_allowed'])
      expect([address, reply.headers.get('allow')]).toEqual([address, methods])
    }
    const session = await rig.send('GET', '/api/v2/client/session')
    expect([session.status, session.headers.get('allow')]).toEqual([405, 'POST, DELETE'])
    expect((await rig.app.request(fee, { method: 'HEAD' })).status).toBe(405)
    expect((await rig.app.request('/docs', { method: 'HEAD' })).status).toBe(200)
  })

  test('a form of a page that is too large is refused by a page', async () => {
    const headers = { Accept: 'text/html,*/*;q=0.8', 'Content-Type': 'multipart/form-data; boundary=x' }
    const path = '/partner/appearance/logo'
    const refused = await rig.send('POST', path, { body: 'x'.repeat(70_000), headers })
    expect([refused.status, refused.headers.get('content-type')]).toEqual([413, 'text/html; charset=UTF-8'])
    expect(refused.text).toContain('a logo has at most 45 kB; nothing was changed')
    expect(refused.headers.get('content-security-policy')).toContain("style-src 'self'")
  })

  test('an address that could be read as an id takes its own methods alone', async () => {
    const reply = await rig.partner('GET', createPath)
    expect([...statusAndCode(reply), reply.headers.get('allow')]).toEqual([405, 'method_not_allowed', 'POST'])
    const nothing = await rig.partner('GET', '/api/v2/partner/order/register')
    expect(statusAndCode(nothing)).toEqual([400, 'id_reserved'])
  })

  test('an address that reads no query refuses a query', async () => {
    const currency = '/api/v2/public/currency'
    const reply = await rig.send('GET', `${currency}?pay~in=EUR&of/=1`)
    expect(statusAndCode(reply)).toEqual([400, 'unknown_field'])
    expect([reply.at('errors.0.pointer'), reply.at('errors.1.pointer')]).toEqual(['/pay~0in', '/of~1'])
    for (const nothing of ['?', '?payin='])
      expect((await rig.send('GET', currency + nothing)).status).toBe(200)
    const create = await rig.partner('POST', `${createPath}?x=1`, {})
    expect([...statusAndCode(create), create.at('detail')]).toEqual([
      400,
      'unknown_field',
      'x: This field is unknown',
    ])
  })

  test('a parameter that is sent twice is named in the detail', async () => {
    const reply = await rig.partner('GET', '/api/v2/partner/order/list?rows=1&rows=2')
    expect([...statusAndCode(reply), reply.at('detail')]).toEqual([
      400,
      'validation_failed',
      'rows: Send this parameter once',
    ])
  })

  test('an address is open to pages of any origin only where browsers hold no credentials of the caller’s', async () => {
    const origin = { Origin: 'https://shop.example.com' }
    const allowedOrigin = async (method: string, path: string) =>
      (await rig.send(method, path, { headers: origin })).headers.get('access-control-allow-origin')
    expect(await allowedOrigin('GET', '/api/v2/public/currency')).toBe('*')
    expect(await allowedOrigin('POST', fee)).toBe('*')
    expect(await allowedOrigin('GET', '/api/v2/client/balance')).toBe('*')
    expect(await allowedOrigin('GET', '/api/v2/partner/currency')).toBeNull()
    expect(await allowedOrigin('GET', `/api/widget/${await rig.openRequest()}`)).toBeNull()
    const sendPreflight = (path: string) => rig.send('OPTIONS', path, { headers: origin })
    const reply = await sendPreflight('/api/v2/client/session')
    expect([reply.status, reply.text, reply.headers.get('access-control-allow-methods')]).toEqual([
      204,
      '',
      'POST, DELETE',
    ])
    expect(reply.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect((await sendPreflight(createPath)).status).toBe(405)
  })

  test('an address that asks who is calling says how to identify oneself', async () => {
    const challenge = async (path: string) => (await rig.send('GET', path)).headers.get('www-authenticate')
    expect(await challenge('/api/v2/partner/order/o-1')).toBe('API-Signature')
    const place = await rig.widget('POST', `/api/widget/${await rig.openRequest()}/order`, {})
    expect([place.status, place.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await challenge('/api/v2/public/currency')).toBeNull()
  })

  test('the health address says that all is well while its store answers', async () => {
    const reply = await rig.send('GET', '/api/v2/partner/healthcheck')
    expect([reply.status, reply.body]).toEqual([200, { status: 'OK' }])
  })
})

test('a request while the store is away gets a 503 with when to come back, and the healthcheck says FAIL', async () => {
  const away = openDatabase({ url: 'postgres://nobody:nothing@127.0.0.1:1/nowhere', schema })
  const app = createApp({ ...rig.exchange, database: away }, files)
  const reply = await app.request(`/api/widget/${'A'.repeat(27)}`)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await reply.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The service is not available. Nothing was done: try again in a moment',
  })
  const health = await app.request('/api/v2/partner/healthcheck')
  expect([health.status, await health.json()]).toEqual([503, { status: 'FAIL' }])
  expect(health.headers.get('retry-after')).toBe('5')
  await away.close()
})
