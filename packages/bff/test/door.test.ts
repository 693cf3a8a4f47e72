import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/postgres/testing.ts'
import { silentLog } from '@cambio/server/log.ts'
import { serve } from '@cambio/server/serve.ts'
import { contract } from '@cambio/wire/contract.ts'
import { refusalsOf, type Route } from '@cambio/wire/route.ts'
import { signRequest } from '@cambio/wire/signature.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { createApp } from '../src/http/app.ts'
import { schema } from '../src/store/openStore.ts'
import { ethAddress, files, openRig, rival, shop, type Reply, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const said = (reply: Reply) => [reply.status, reply.at('code')]
const create = '/api/v2/partner/order/create'
const fee = '/api/v2/public/order/fee'
const asked = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }
const order = (id: string) => ({
  partner_order_id: id,
  ...asked,
  dst_address: ethAddress,
  client_ip: '192.0.2.7',
  remote_country: 'DE',
})

/** Everything that a request could have left behind. */
async function stored(): Promise<unknown> {
  return rig.owner.query(
    statement(`select (select count(*) from orders) as orders, (select count(*) from widget_request) as requests,
      (select count(*) from partner_order_claim) as claims, (select count(*) from quote) as quotes,
      (select count(*) from client) as clients, (select count(*) from idempotency) as keys,
      (select count(*) from mail_code) as codes, (select count(*) from callback) as callbacks,
      (select count(*) from inbox) as notices`),
  )
}

const routes = Object.values<Readonly<Record<string, Route>>>(contract).flatMap((group) =>
  Object.values(group),
)
const writing = routes.filter(({ body }) => body !== undefined)
const pathTo = (route: Route, entry: string) =>
  route.path.replace('{entry}', entry).replace('{direction}', 'payin').replace('{partner_order_id}', 'nobody')

describe('whatever a route is sent that is not what it takes', () => {
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
    ['an empty body', '', 'application/json', 400, 'malformed_json'],
    ['a list', '[]', 'application/json', 400, 'validation_failed'],
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
    it(`answers ${what} with the documented problem on every route, and stores nothing`, async () => {
      const before = await stored()
      for (const route of writing) {
        const reply = await send(route, body, type)
        expect([route.path, reply.status]).toEqual([route.path, status])
        if (what !== 'an unknown field' && what !== 'a prototype' && code !== '')
          expect(reply.at('code')).toBe(code)
        expect(refusalsOf(route)).toContain(reply.at('code'))
        expect(reply.headers.get('content-type')).toBe('application/problem+json')
        expect(reply.body).toMatchObject({
          success: 0,
          status,
          request_id: reply.headers.get('x-request-id'),
        })
      }
      expect(await stored()).toEqual(before)
    })

  it('names an unknown field by its pointer', async () => {
    const reply = await rig.send('POST', fee, {
      body: JSON.stringify({ partner_order_id: 'a', ...asked, 'sur/pri~se': 1 }),
      headers: { 'Content-Type': 'application/json' },
    })
    expect(reply.at('errors')).toEqual([
      { pointer: '/sur~1pri~0se', code: 'unknown_field', detail: expect.any(String) },
    ])
  })

  it('tells nobody without a session anything of a buyer’s', async () => {
    for (const route of routes.filter(({ caller }) => caller === 'buyer'))
      for (const Authorization of ['', 'Bearer x', `Bearer ${'A'.repeat(27)}`]) {
        const headers = { 'Content-Type': 'application/json', ...(Authorization && { Authorization }) }
        const reply = await rig.send(route.method, pathTo(route, entry), { body: '{}', headers })
        expect(said(reply)).toEqual([401, 'session_invalid'])
      }
  })

  it('opens nothing for an entry that nobody was given', async () => {
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

describe('a breach', () => {
  const breachesOf = async (changed: object) => {
    const reply = await rig.partner('POST', create, { ...order('breach'), ...changed })
    return reply.at('errors')
  }
  const words: readonly [object, string, string][] = [
    [{ partner_order_id: 7 }, '/partner_order_id', 'Send a string'],
    [{ payin_amount: true }, '/payin_amount', 'Send a string or a number'],
    [{ payin_amount: '1'.repeat(65) }, '/payin_amount', 'Send at most 64 characters'],
    [
      { payin_group: 'paypal' },
      '/payin_group',
      'Send one of card, crypto, sepa, sofort, balance, bank, client, neteller',
    ],
    [{ purchase_currency: 'GBP', purchase_amount: '1' }, '/purchase_currency', 'Send one of EUR, USD'],
    [{ free_first: 'yes' }, '/free_first', 'Send 0 or 1'],
    [{ client_ip: 'home' }, '/client_ip', 'Send an IPv4 address or an IPv6 address'],
    [{ client_email: 'nobody' }, '/client_email', 'Send an e-mail address'],
    [{ client_email: `@${'x'.repeat(300)}` }, '/client_email', 'Send at most 254 characters'],
    [{ remote_country: 'de' }, '/remote_country', 'Use the two capital letters of ISO 3166-1'],
    [{ dst_address: {} }, '/dst_address', 'Send a string'],
    [{ memo: null }, '/memo', 'Send a string'],
  ]
  for (const [changed, pointer, detail] of words)
    test(`of ${JSON.stringify(changed).slice(0, 60)} is told once, with what is wanted`, async () => {
      expect(await breachesOf(changed)).toEqual([{ pointer, code: 'validation_failed', detail }])
    })

  const fields: readonly [object, string, readonly string[]][] = [
    [{ payout_amount: '0.1' }, 'both_amounts_given', ['payin_amount', 'payout_amount']],
    [{ payin_amount: undefined }, 'amount_required', ['payin_amount', 'payout_amount']],
    [{ payin_amount: '1' }, 'amount_out_of_bounds', ['payin_amount']],
    [{ payin_amount: undefined, payout_amount: '1000' }, 'amount_out_of_bounds', ['payout_amount']],
    [{ payin_currency: 'BTC' }, 'pair_unavailable', ['payin_currency']],
    [{ coupon: 'NONE' }, 'coupon_invalid', ['coupon']],
    [{ remote_country: 'KP' }, 'country_forbidden', ['remote_country']],
    [{ remote_country: 'RU' }, 'card_country_forbidden', ['remote_country']],
    [{ purchase_currency: 'EUR', purchase_amount: '1000' }, 'purchase_not_covered', ['purchase_amount']],
    [
      { payin_amount: undefined, payout_amount: '0.1', is_floating_rate: 1 },
      'floating_needs_payin',
      ['is_floating_rate', 'payout_amount'],
    ],
    [
      { purchase_currency: 'EUR', purchase_amount: '1', is_floating_rate: 1 },
      'floating_needs_payin',
      ['is_floating_rate', 'purchase_amount'],
    ],
  ]
  for (const [changed, code, names] of fields)
    test(`${code} names ${names.join(' and ')}`, async () => {
      expect(await breachesOf(changed)).toEqual(
        names.map((name) => ({ pointer: `/${name}`, code, detail: expect.any(String) })),
      )
    })

  test('partner_order_id_taken names the id', async () => {
    await rig.partner('POST', create, order('breach-taken'))
    expect(await breachesOf({ partner_order_id: 'breach-taken' })).toEqual([
      { pointer: '/partner_order_id', code: 'partner_order_id_taken', detail: expect.any(String) },
    ])
  })
})

describe('an address', () => {
  test('that nothing stands at is a 404, and another method a 405 that names the right one', async () => {
    expect(said(await rig.send('GET', '/api/v2/nothing'))).toEqual([404, 'route_unknown'])
    const addresses = {
      [fee]: 'POST',
      [create]: 'POST',
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
      '/metrics': 'GET, HEAD',
    }
    for (const [address, methods] of Object.entries(addresses)) {
      const reply = await rig.send('DELETE', address)
      expect([address, ...said(reply)]).toEqual([address, 405, 'method_not_allowed'])
      expect([address, reply.headers.get('allow')]).toEqual([address, methods])
    }
    expect((await rig.app.request(fee, { method: 'HEAD' })).status).toBe(405)
    expect((await rig.app.request('/docs', { method: 'HEAD' })).status).toBe(200)
  })

  test('that asks who is calling says how to tell it', async () => {
    const challenge = async (path: string) => (await rig.send('GET', path)).headers.get('www-authenticate')
    expect(await challenge('/api/v2/partner/order/o-1')).toBe('API-Signature')
    const place = await rig.widget('POST', `/api/widget/${await rig.openRequest()}/order`, {})
    expect([place.status, place.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(await challenge('/api/v2/public/currency')).toBeNull()
  })

  test('says that all is well while its store answers', async () => {
    const reply = await rig.send('GET', '/api/v2/partner/healthcheck')
    expect([reply.status, reply.body]).toEqual([200, { status: 'OK' }])
  })
})

describe('an amount', () => {
  const price = (body: string) =>
    rig.send('POST', fee, { body, headers: { 'Content-Type': 'application/json' } })
  const withAmount = (json: string) =>
    price(`{"partner_order_id":"a","payin_currency":"EUR","payout_currency":"ETH","payin_amount":${json}}`)

  test('may be a string or a number of up to 15 digits, and is answered with its currency’s decimals', async () => {
    for (const json of ['"100"', '"100.0"', '"100.00"', '100', '100.0', '100.00000000000'])
      expect((await withAmount(json)).at('payin_amount')).toBe('100.00')
  })

  const refused: readonly [string, string][] = [
    ['100.0000000000000001', 'amount_precision'],
    ['1000000000000000', 'amount_precision'],
    ['"100.001"', 'amount_precision'],
    ['100.001', 'amount_precision'],
    ['"1e2"', 'amount_invalid'],
    ['1e2', 'amount_invalid'],
    ['1e999', 'amount_invalid'],
    ['-100', 'amount_invalid'],
    ['0.0000005', 'amount_precision'],
    ['{"a":1}', 'validation_failed'],
    ['"-5"', 'amount_invalid'],
    ['0', 'amount_invalid'],
    ['"0x10"', 'amount_invalid'],
    ['"1,5"', 'amount_invalid'],
    ['""', 'amount_required'],
    ['"0.01"', 'amount_out_of_bounds'],
    ['true', 'validation_failed'],
  ]
  for (const [json, code] of refused)
    test(`of ${json} is ${code}`, async () => {
      expect((await withAmount(json)).at('code')).toBe(code)
    })

  test('as a number is read as it was written', async () => {
    const asked = (json: string) =>
      price(`{"partner_order_id":"a","payin_currency":"EUR","payout_currency":"ETH","payout_amount":${json}}`)
    const [number, text] = [await asked('0.0000005'), await asked('"0.0000005"')]
    expect(number.body).toEqual({ ...Object(text.body), request_id: number.at('request_id') })
    expect(said(number)).toEqual([422, 'amount_out_of_bounds'])
  })

  test('is the only number that its digits are counted of', async () => {
    const reply = await price('{"partner_order_id":12345678901234567890,"payin_currency":"EUR"}')
    expect(reply.at('errors.0')).toMatchObject({ pointer: '/partner_order_id', code: 'validation_failed' })
  })

  test('out of bounds says the bounds', async () => {
    const reply = await withAmount('"1"')
    expect(reply.status).toBe(422)
    expect(reply.at('bounds.payin_min_amount')).toBe('20.00')
  })

  test('is given on exactly one side', async () => {
    const both = { partner_order_id: 'a', ...asked, payout_amount: '1' }
    expect(said(await price(JSON.stringify(both)))).toEqual([400, 'both_amounts_given'])
  })
})

describe('what is not offered', () => {
  const cases: readonly [object, number, string][] = [
    [{ payin_currency: 'XXX' }, 422, 'currency_unknown'],
    [{ payin_currency: 'BTC' }, 422, 'pair_unavailable'],
    [{ payin_group: 'sepa' }, 422, 'group_unavailable'],
    [{ partner_order_id: 'create' }, 400, 'id_reserved'],
    [{ partner_order_id: 'a b' }, 400, 'validation_failed'],
  ]
  for (const [changed, status, code] of cases)
    test(`such as ${JSON.stringify(changed)} is ${code}`, async () => {
      const body = JSON.stringify({ partner_order_id: 'a', ...asked, ...changed })
      const reply = await rig.send('POST', fee, { body, headers: { 'Content-Type': 'application/json' } })
      expect(said(reply)).toEqual([status, code])
    })

  test('a direction other than payin and payout', async () => {
    expect(said(await rig.send('GET', '/api/v2/public/payment/sideways'))).toEqual([404, 'unknown_direction'])
    expect((await rig.send('GET', '/api/v2/public/payment/payin')).status).toBe(200)
  })
})

describe('a partner’s signature', () => {
  test('covers the path and the body, and every failure says the same', async () => {
    const body = JSON.stringify(order('signed'))
    const good = signRequest(shop.secret, create, body)
    const now = String(Math.floor(rig.exchange.clock.now().getTime() / 1000))
    const late = String(Number(now) - 301)
    const wrong: readonly Record<string, string>[] = [
      {},
      { 'API-Key': shop.apiKey },
      { 'API-Key': 'NOBODY', 'API-Signature': good },
      { 'API-Key': rival.apiKey, 'API-Signature': good },
      {
        'API-Key': shop.apiKey,
        'API-Signature': signRequest(shop.secret, '/api/v2/partner/order/fee', body),
      },
      { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, create, `${body} `) },
      { 'API-Key': shop.apiKey, 'API-Signature': good, 'API-Timestamp': now },
      {
        'API-Key': shop.apiKey,
        'API-Signature': signRequest(shop.secret, create, body, late),
        'API-Timestamp': late,
      },
      {
        'API-Key': shop.apiKey,
        'API-Signature': signRequest(shop.secret, create, body, 'x'),
        'API-Timestamp': 'x',
      },
    ]
    const bodies = new Set<string>()
    for (const headers of wrong) {
      const reply = await rig.send('POST', create, {
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      })
      expect(said(reply)).toEqual([401, 'credentials_invalid'])
      bodies.add(reply.text.replace(String(reply.at('request_id')), ''))
    }
    expect(bodies.size).toBe(1)
  })

  test('may leave out its padding, and may carry the time', async () => {
    const now = String(Math.floor(rig.exchange.clock.now().getTime() / 1000))
    const path = '/api/v2/partner/order/nobody'
    for (const [signature, timestamp] of [
      [signRequest(shop.secret, path, '').replace(/=+$/, ''), ''],
      [signRequest(shop.secret, path, '', now), now],
    ] as const) {
      const headers = {
        'API-Key': shop.apiKey,
        'API-Signature': signature,
        ...(timestamp && { 'API-Timestamp': timestamp }),
      }
      expect(said(await rig.send('GET', path, { headers }))).toEqual([404, 'order_unknown'])
    }
  })

  const signed: readonly [string, string | Uint8Array, Record<string, string>, number, string][] = [
    ['a byte order mark', '\ufeff{}', {}, 400, 'malformed_json'],
    ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), {}, 400, 'malformed_json'],
    ['a compressed body', gzipSync('{}'), { 'Content-Encoding': 'gzip' }, 415, 'media_type_unsupported'],
    ['a body that is named as it is', '{}', { 'Content-Encoding': 'identity' }, 200, 'undefined'],
  ]
  for (const [what, sent, more, status, code] of signed)
    test(`covers ${what} byte for byte`, async () => {
      const body = Buffer.from(sent)
      const path = '/api/v2/partner/create_request'
      const headers = { 'API-Key': shop.apiKey, 'Content-Type': 'application/json', ...more }
      const signatures = { right: signRequest(shop.secret, path, body), wrong: 'x' }
      const ask = (signature: string) =>
        rig.send('POST', path, { body, headers: { ...headers, 'API-Signature': signature } })
      const reply = await ask(signatures.right)
      expect([reply.status, String(reply.at('code'))]).toEqual([status, code])
      expect(said(await ask(signatures.wrong))).toEqual([401, 'credentials_invalid'])
    })

  test('is not needed for a body that is no UTF-8 to be refused', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = Buffer.concat([Buffer.from('{"partner_order_id":"'), Buffer.of(0xff), Buffer.from('"}')])
    const reply = await rig.send('POST', '/api/v2/public/order/fee', { body, headers })
    expect(said(reply)).toEqual([400, 'malformed_json'])
  })

  test('covers the path alone where the whole address is the request’s target', async () => {
    const serving = await serve((request, env) => rig.app.fetch(request, env), { host: '127.0.0.1', port: 0 })
    const path = '/api/v2/partner/order/nobody'
    const asking = httpRequest({
      port: serving.port,
      path: `http://exchange.test${path}?a=b`,
      headers: { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, path, '') },
    })
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(404)
    answer.resume()
    await serving.close()
  })

  test('must carry the time where the partner says so', async () => {
    const strict = { apiKey: 'STRICT', secret: 'strict-secret', callbackSecret: 'strict-callback' }
    await rig.ensurePartner({ ...strict, requireTimestamp: true })
    const reply = await rig.partner('GET', '/api/v2/partner/order/nobody', undefined, { as: strict })
    expect(said(reply)).toEqual([401, 'credentials_invalid'])
  })
})

describe('an order that a partner creates', () => {
  test('is processing when it answers, and its page opens by its secret alone', async () => {
    const made = await rig.partner('POST', create, order('o-1'))
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      status: 'processing',
      success: 1,
      created_at: '2026-03-01 09:30:00.123000',
    })
    const redirect = new URL(String(made.at('redirect')))
    expect((await rig.send('GET', redirect.pathname + redirect.search)).status).toBe(200)
    expect((await rig.send('GET', redirect.pathname)).status).toBe(404)
    const data = await rig.partner('GET', '/api/v2/partner/order/o-1')
    expect(data.at('status_log.1.status')).toBe('processing')
  })

  test('fifty times at once under one id is one order and 49 refusals that name it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => rig.partner('POST', create, order('o-50'))),
    )
    const made = replies.find(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    for (const reply of refused)
      expect([reply.at('code'), reply.at('client_order_id')]).toEqual([
        'partner_order_id_taken',
        made?.at('client_order_id'),
      ])
  })

  test('shares its ids with widget requests', async () => {
    await rig.openRequest({ partner_order_id: 'shared-1' })
    expect(said(await rig.partner('POST', create, order('shared-1')))).toEqual([
      409,
      'partner_order_id_taken',
    ])
    await rig.partner('POST', create, order('shared-2'))
    const reply = await rig.partner('POST', '/api/v2/partner/create_request', {
      partner_order_id: 'shared-2',
    })
    expect(said(reply)).toEqual([409, 'partner_order_id_taken'])
    expect((await rig.partner('POST', create, order('shared-2'), { as: rival })).status).toBe(200)
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
    test(`with ${JSON.stringify(changed)} is refused as ${code} and leaves nothing`, async () => {
      const before = await stored()
      const reply = await rig.partner('POST', create, { ...order('refused'), ...changed })
      expect(said(reply)).toEqual([status, code])
      expect(await stored()).toEqual(before)
    })
})

describe('a limit', () => {
  test('is told on every answer and refuses what is over it until its window ends', async () => {
    const small = await openRig({ limitsFactor: 0.1 })
    const replies = []
    for (let index = 0; index < 3; index++) replies.push(await small.send('GET', '/api/v2/public/currency'))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies[0]?.headers.get('ratelimit')).toBe('"public";r=1;t=1')
    expect(replies[2]?.headers.get('ratelimit-policy')).toBe('"public";q=2;w=1')
    expect(replies[2]?.headers.get('retry-after')).toBe('1')
    expect(replies[2]?.at('code')).toBe('too_many_requests')
    small.pass(1_000)
    expect((await small.send('GET', '/api/v2/public/currency')).status).toBe(200)
    await small.close()
  })

  test('holds for pages and for notices, each by network, and is not an API caller’s', async () => {
    const small = await openRig({ limitsFactor: 0.01, trustedProxies: ['127.0.0.1'] })
    const from = (address: string, method: string, path: string) =>
      small.send(method, path, { headers: { 'X-Forwarded-For': address } })
    const statuses = async (count: number, method: string, path: string) => {
      const replies = []
      for (let sent = 0; sent < count; sent++) replies.push(await from('192.0.2.1', method, path))
      return replies.map(({ status }) => status)
    }
    expect(await statuses(4, 'GET', '/w/nobody')).toEqual([404, 404, 404, 429])
    expect((await from('192.0.2.1', 'GET', '/widget/assets/main-abc.js')).at('code')).toBe(
      'too_many_requests',
    )
    expect(await statuses(4, 'POST', '/notices/card')).toEqual([400, 400, 400, 429])
    expect((await from('192.0.2.2', 'GET', '/w/nobody')).status).toBe(404)
    expect((await small.partner('GET', '/api/v2/partner/order/nothing')).status).toBe(404)
    small.pass(1_000)
    expect(await statuses(1, 'GET', '/w/nobody')).toEqual([404])
    await small.close()
  })

  test('on code mails is one an hour and address for all processes together', async () => {
    const strict = await openRig({ limitsFactor: 1 })
    const path = `/api/widget/${await strict.openRequest()}/code`
    for (let sent = 0; sent < 5; sent++)
      expect((await strict.widget('POST', path, { email: 'A@example.com' })).status).toBe(200)
    expect(said(await strict.widget('POST', path, { email: 'a@example.com' }))).toEqual([
      429,
      'too_many_requests',
    ])
    expect((await strict.widget('POST', path, { email: 'b@example.com' })).status).toBe(200)
    strict.pass(61 * 60_000)
    expect((await strict.widget('POST', path, { email: 'a@example.com' })).status).toBe(200)
    await strict.close()
  })

  test('on code mails holds for a request and for a network too, whatever the addresses', async () => {
    const strict = await openRig({ limitsFactor: 1, trustedProxies: ['127.0.0.1'] })
    const entries = await Promise.all(Array.from({ length: 9 }, () => strict.openRequest()))
    let mailbox = 0
    const mails = async (entry: string | undefined, from: string, count: number) => {
      const statuses: number[] = []
      for (let sent = 0; sent < count; sent++) {
        mailbox += 1
        const reply = await strict.send('POST', `/api/widget/${entry}/code`, {
          body: JSON.stringify({ email: `victim-${mailbox}@example.com` }),
          headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        })
        statuses.push(reply.status)
      }
      return statuses
    }
    const [spent, unused, ...others] = entries
    expect(await mails(spent, '192.0.2.1', 11)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    expect(await mails(spent, '192.0.2.2', 1)).toEqual([429])
    for (const entry of others.slice(0, 6)) await mails(entry, '2001:db8::1', 10)
    expect(await mails(unused, '2001:db8::2', 1)).toEqual([429])
    expect(await mails(unused, '2001:db8:0:1::1', 1)).toEqual([200])
    strict.pass(61 * 60_000)
    expect(await mails(spent, '2001:db8::2', 1)).toEqual([200])
    await strict.close()
  })

  test('on guesses kills a code at the sixth', async () => {
    const strict = await openRig({ limitsFactor: 1 })
    const path = `/api/widget/${await strict.openRequest()}`
    const sent = await strict.widget('POST', `${path}/code`, { email: 'a@example.com' })
    const right = String(sent.at('sandbox_code'))
    const wrong = right === '000000' ? '000001' : '000000'
    const guess = (code: string) => strict.widget('POST', `${path}/session`, { email: 'a@example.com', code })
    for (let tries = 0; tries < 5; tries++) expect(said(await guess(wrong))).toEqual([422, 'code_invalid'])
    expect(said(await guess(right))).toEqual([422, 'code_invalid'])
    await strict.close()
  })
})

describe('prices', () => {
  const quote = (at: Rig) =>
    at.send('POST', fee, {
      body: JSON.stringify({ partner_order_id: 'a', ...asked }),
      headers: { 'Content-Type': 'application/json' },
    })

  test('that are too old are not quoted', async () => {
    const { rates, clock } = rig.exchange
    const minutesAgo = new Date(clock.now().getTime() - 120_000)
    const { eur } = await rates.prices()
    const stale = await openRig({ rates: { prices: async () => ({ at: minutesAgo, eur }) } })
    const reply = await quote(stale)
    expect([...said(reply), reply.headers.get('retry-after')]).toEqual([503, 'rate_unavailable', '5'])
    await stale.close()
  })

  test('that fail for a reason of our own say nothing but the request, which is logged', async () => {
    const logged: unknown[] = []
    const log = { ...silentLog, error: (...line: unknown[]) => void logged.push(line) }
    const prices = () => Promise.reject(new Error('password of the rate source'))
    const broken = await openRig({ rates: { prices }, log })
    const reply = await quote(broken)
    expect(said(reply)).toEqual([500, 'internal'])
    expect(reply.text).not.toContain('password')
    expect(logged).toMatchObject([['a request failed', { requestId: reply.at('request_id') }]])
    await broken.close()
  })
})

test('a store that is away is a 503 that says when to come back and promises nothing, and FAIL at the healthcheck', async () => {
  const away = openDatabase({ url: 'postgres://nobody:nothing@127.0.0.1:1/nowhere', schema })
  const app = createApp({ ...rig.exchange, database: away }, files)
  const reply = await app.request(`/api/widget/${'A'.repeat(27)}`)
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await reply.json()).toMatchObject({
    code: 'unavailable',
    detail: 'The service is not ready. Whether this was done is not known: look before you repeat it',
  })
  const health = await app.request('/api/v2/partner/healthcheck')
  expect([health.status, await health.json()]).toEqual([503, { status: 'FAIL' }])
  await away.close()
})
