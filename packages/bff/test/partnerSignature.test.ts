import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { serve } from '@cambio/server/serve.ts'
import { signRequest } from '@cambio/wire/signature.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBody, createPath } from './createOrder.ts'
import { openRig, rival, shop, type Rig } from './rig.ts'
import { statusAndCode } from './statusAndCode.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

describe('a partner’s signature', () => {
  test('covers the path and the body, and every failure says the same', async () => {
    const body = JSON.stringify(createBody('signed'))
    const good = signRequest(shop.secret, createPath, body)
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
      { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, createPath, `${body} `) },
      { 'API-Key': shop.apiKey, 'API-Signature': good, 'API-Timestamp': now },
      {
        'API-Key': shop.apiKey,
        'API-Signature': signRequest(shop.secret, createPath, body, late),
        'API-Timestamp': late,
      },
      {
        'API-Key': shop.apiKey,
        'API-Signature': signRequest(shop.secret, createPath, body, 'x'),
        'API-Timestamp': 'x',
      },
    ]
    const bodies = new Set<string>()
    for (const headers of wrong) {
      const reply = await rig.send('POST', createPath, {
        body,
        headers: { 'Content-Type': 'application/json', ...headers },
      })
      expect(statusAndCode(reply)).toEqual([401, 'credentials_invalid'])
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
      expect(statusAndCode(await rig.send('GET', path, { headers }))).toEqual([404, 'order_unknown'])
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
      expect(statusAndCode(await ask(signatures.wrong))).toEqual([401, 'credentials_invalid'])
    })

  test('is not needed for a body that is no UTF-8 to be refused', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = Buffer.concat([Buffer.from('{"partner_order_id":"'), Buffer.of(0xff), Buffer.from('"}')])
    const reply = await rig.send('POST', '/api/v2/public/order/fee', { body, headers })
    expect(statusAndCode(reply)).toEqual([400, 'malformed_json'])
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
    expect(statusAndCode(reply)).toEqual([401, 'credentials_invalid'])
  })
})
