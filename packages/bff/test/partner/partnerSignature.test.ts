import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { serve } from '@cambio/server/http/serve.ts'
import { silentLog, type Log, type LogFields } from '@cambio/server/log.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { requestText, signRequest, signRequestV2 } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../../src/http/app.ts'
import { partnerWrites } from '../../src/store/operator/partnerWrites.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'
import { builtFiles } from '../http/builtFiles.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

describe('a partner’s signature', () => {
  /** What may be wrong, with the word for it. */
  function faults(body: string): readonly (readonly [string, Record<string, string>])[] {
    const good = signRequest(shop.secret, createPath, body)
    const now = String(Math.floor(rig.exchange.clock.now().getTime() / 1000))
    const late = String(Number(now) - 301)
    const key = { 'API-Key': shop.apiKey }
    const other = (path: string, sent = body, time = '') => ({
      ...key,
      'API-Signature': signRequest(shop.secret, path, sent, time),
    })
    return [
      ['key_missing', {}],
      ['signature_missing', key],
      ['key_unknown', { 'API-Key': 'NOBODY', 'API-Signature': good }],
      ['signature_wrong', { 'API-Key': rival.apiKey, 'API-Signature': good }],
      ['signature_wrong', other('/api/v2/partner/order/fee')],
      ['signature_wrong', other(createPath, `${body} `)],
      ['signature_wrong', { ...key, 'API-Signature': good, 'API-Timestamp': now }],
      ['clock', { ...other(createPath, body, late), 'API-Timestamp': late }],
      ['timestamp_unreadable', { ...other(createPath, body, 'x'), 'API-Timestamp': 'x' }],
    ]
  }

  const create = (at: Rig, body: string, headers: Record<string, string>): Promise<Reply> =>
    at.send('POST', createPath, { body, headers: { 'Content-Type': 'application/json', ...headers } })

  test('a signature covers the path and the body; in live every failure reads alike, and the log says which it was', async () => {
    const { log, lines } = heardLog()
    const live = await openRig({ mode: 'live', log })
    const body = JSON.stringify(createBody('signed'))
    const bodies = new Set<string>()
    for (const [, headers] of faults(body)) {
      const reply = await create(live, body, headers)
      expect(statusAndCode(reply)).toEqual([401, 'credentials_invalid'])
      bodies.add(reply.text.replace(String(reply.at('request_id')), ''))
    }
    await live.close()
    expect(bodies.size).toBe(1)
    expect(lines.map(({ reason, account }) => [reason, account])).toEqual(
      faults(body).map(([reason, headers]) => [
        reason,
        reason === 'key_unknown' ? null : (headers['API-Key'] ?? null),
      ]),
    )
  })

  test('a signature that is refused in a sandbox is told why, and what should have been signed', async () => {
    const body = JSON.stringify({ ...createBody('signed'), client_email: 'zoë@example.com' })
    const sentences = new Set<unknown>()
    for (const [reason, headers] of faults(body)) {
      const reply = await create(rig, body, headers)
      expect([reply.at('code'), reply.at('reason')]).toEqual(['credentials_invalid', reason])
      sentences.add(reply.at('detail'))
      const text = `${headers['API-Timestamp'] ?? ''}${createPath}${body}`
      const expected = reason === 'signature_wrong' ? text : undefined
      expect(reply.at('should_be_signed')).toBe(expected)
      if (expected !== undefined)
        expect(reply.at('should_be_signed_sha256')).toBe(createHash('sha256').update(text).digest('hex'))
    }
    expect(sentences.size).toBe(6)
    const odd = Buffer.from([0xff])
    const path = '/api/v2/partner/create_request'
    const headers = { 'API-Key': shop.apiKey, 'API-Signature': 'x' }
    const bytes = (await rig.send('POST', path, { body: odd, headers })).at('should_be_signed_base64')
    expect(bytes).toBe(Buffer.concat([Buffer.from(path), odd]).toString('base64'))
  })

  test('a signature costs equal work for a valid key, a replaced key and an unknown key', async () => {
    const opened: string[] = []
    const { keys } = rig.exchange
    const counted = {
      ...keys,
      open: (subject: string, sealed: Uint8Array) => (opened.push(subject), keys.open(subject, sealed)),
    }
    const other = await openRig({ keys: counted })
    const until = new Date(other.exchange.clock.now().getTime() + 60_000)
    const fresh = { apiKey: 'RIVALNEXT', secret: 'rival-next' }
    const rivalId = await partnerIdIn(other, rival.apiKey)
    await partnerWrites(storeDepsOf(other.exchange)).rotate(rivalId, fresh, until)
    const openedFor = async (key: string, requests = 1) => {
      opened.length = 0
      const headers = { 'API-Key': key, 'API-Signature': 'x' }
      const send = () => other.send('GET', '/api/v2/partner/currency', { headers })
      for (const reply of await Promise.all(Array.from({ length: requests }, send)))
        expect(statusAndCode(reply)).toEqual([401, 'credentials_invalid'])
      return opened.length
    }
    const apiKeys = [shop.apiKey, rival.apiKey, 'RIVALNEXT', 'NOBODY']
    for (const work of [2, 0])
      for (const key of apiKeys) expect([key, await openedFor(key)]).toEqual([key, work])
    // Those that come at once wait for one look-up.
    expect(await openedFor('SOMEBODY', 3)).toBe(2)
    await other.close()
  })

  test('a signature may leave out its padding, and may carry the time', async () => {
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
    test(`a signature covers ${what} byte for byte`, async () => {
      const body = Buffer.from(sent)
      const path = '/api/v2/partner/create_request'
      const headers = { 'API-Key': shop.apiKey, 'Content-Type': 'application/json', ...more }
      const signatures = { right: signRequest(shop.secret, path, body), wrong: 'x' }
      const sendSigned = (signature: string) =>
        rig.send('POST', path, { body, headers: { ...headers, 'API-Signature': signature } })
      const reply = await sendSigned(signatures.right)
      expect([reply.status, String(reply.at('code'))]).toEqual([status, code])
      expect(statusAndCode(await sendSigned(signatures.wrong))).toEqual([401, 'credentials_invalid'])
    })

  test('a signature is not needed for a body that is no UTF-8 to be refused', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const body = Buffer.concat([Buffer.from('{"partner_order_id":"'), Buffer.of(0xff), Buffer.from('"}')])
    const reply = await rig.send('POST', '/api/v2/public/order/fee', { body, headers })
    expect(statusAndCode(reply)).toEqual([400, 'malformed_json'])
  })

  test('a signature covers the path alone where the whole address is the request’s target', async () => {
    const serving = await serve((request, env) => rig.app.fetch(request, env), { host: '127.0.0.1', port: 0 })
    const path = '/api/v2/partner/order/nobody'
    const asking = httpRequest({
      port: serving.port,
      path: `http://exchange.test${path}?a=`,
      headers: { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, path, '') },
    })
    asking.end()
    const [answer] = (await once(asking, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(404)
    answer.resume()
    await serving.close()
  })

  describe('a signature of version 2', () => {
    const target = '/api/v2/partner/order/list?rows=5&from=1'
    const now = () => String(Math.floor(rig.exchange.clock.now().getTime() / 1_000))
    type Sent = { method?: string; target?: string; body?: string; timestamp?: string; secret?: string }
    const signedAs = ({ secret = shop.secret, ...sent }: Sent = {}) => {
      const request = { method: 'GET', target, body: '', timestamp: now(), ...sent }
      return {
        'API-Key': shop.apiKey,
        'API-Signature-Version': '2',
        'API-Timestamp': request.timestamp,
        'API-Signature': signRequestV2(secret, request),
      }
    }
    const read = async (headers: Record<string, string>) => {
      const reply = await rig.send('GET', target, { headers })
      return [reply.status, reply.at('reason') ?? null]
    }

    test('a signature of version 2 covers the method, the path with its query, the time and the body', async () => {
      expect(await read(signedAs())).toEqual([200, null])
      for (const sent of [
        { method: 'POST' },
        { target: '/api/v2/partner/order/list' },
        { target: '/api/v2/partner/order/list?rows=5&from=2' },
        { target: '/api/v2/partner/order/list?from=1&rows=5' },
        { body: ' ' },
        { secret: rival.secret },
      ])
        expect([sent, ...(await read(signedAs(sent)))]).toEqual([sent, 401, 'signature_wrong'])
      const body = JSON.stringify(createBody('signed-2'))
      const create = (sent: string) =>
        rig.send('POST', createPath, {
          body,
          headers: {
            'Content-Type': 'application/json',
            ...signedAs({ method: 'POST', target: createPath, body: sent }),
          },
        })
      expect((await create(`${body} `)).at('reason')).toBe('signature_wrong')
      expect((await create(body)).status).toBe(200)
    })

    test('a signature of version 2 holds 300 seconds before and after, needs its time, and says what is wrong', async () => {
      const at = (seconds: number) => ({ timestamp: String(Number(now()) + seconds) })
      expect(await read(signedAs(at(-299)))).toEqual([200, null])
      expect(await read(signedAs(at(300)))).toEqual([200, null])
      expect(await read(signedAs(at(-301)))).toEqual([401, 'clock'])
      expect(await read(signedAs(at(302)))).toEqual([401, 'clock'])
      expect(await read(signedAs({ timestamp: '' }))).toEqual([401, 'timestamp_missing'])
      expect(await read(signedAs({ timestamp: 'now' }))).toEqual([401, 'timestamp_unreadable'])
      expect(await read({ ...signedAs(), 'API-Signature-Version': '3' })).toEqual([401, 'version_unknown'])
      expect(await read({ ...signedAs(), 'API-Signature-Version': '1' })).toEqual([401, 'signature_wrong'])
      const first = signRequest(shop.secret, '/api/v2/partner/order/list', '')
      expect(
        await read({ 'API-Key': shop.apiKey, 'API-Signature-Version': '1', 'API-Signature': first }),
      ).toEqual([200, null])
      const reply = await rig.send('GET', target, { headers: signedAs({ body: ' ' }) })
      const text = requestText({ method: 'GET', target, body: '', timestamp: now() })
      expect(reply.at('should_be_signed')).toBe(text)
    })

    test('a signature of version 2 covers the query as it is sent, where the whole address is the request’s target', async () => {
      const serving = await serve((request, env) => rig.app.fetch(request, env), {
        host: '127.0.0.1',
        port: 0,
      })
      const odd = '/api/v2/partner/order/list?rows=%35&cursor='
      const asking = httpRequest({
        port: serving.port,
        path: `http://exchange.test${odd}`,
        headers: signedAs({ target: odd }),
      })
      asking.end()
      const [answer] = (await once(asking, 'response')) as [IncomingMessage]
      expect(answer.statusCode).toBe(200)
      answer.resume()
      await serving.close()
    })

    test('a partner can have only signatures of version 2 accepted', async () => {
      const strict = { apiKey: 'NEW', secret: 'new-secret', callbackSecret: 'new-callback' }
      await rig.ensurePartner({ ...strict, leastSignatureVersion: 2 })
      const path = '/api/v2/partner/balance'
      const old = await rig.partner('GET', path, undefined, { as: strict })
      expect([old.status, old.at('reason')]).toEqual([401, 'version_too_low'])
      const headers = { ...signedAs({ target: path, secret: strict.secret }), 'API-Key': 'NEW' }
      expect((await rig.send('GET', path, { headers })).status).toBe(200)
    })
  })

  test('a signature from an address off its key’s list opens nothing, and only a signed caller learns why', async () => {
    const fenced = { apiKey: 'FENCED', secret: 'fenced-secret', callbackSecret: 'fenced-callback' }
    const trusting = { trustedProxies: ['127.0.0.1'] }
    const app = createApp({ ...rig.exchange, ...trusting }, builtFiles, { checkAnswers: true })
    const path = '/api/v2/partner/balance'
    const from = async (address: string, secret = fenced.secret) => {
      const headers = {
        'API-Key': fenced.apiKey,
        'API-Signature': signRequest(secret, path, ''),
        'X-Forwarded-For': address,
      }
      const reply = await app.request(path, { headers })
      return [
        reply.status,
        z.looseObject({ code: z.optional(z.string()) }).safeParse(await reply.json()).data?.code,
      ]
    }
    await rig.ensurePartner({
      ...fenced,
      allowedAddresses: ['192.0.2.0/28', '2001:db8:1::/48', '198.51.100.9'],
    })
    for (const address of ['192.0.2.1', '192.0.2.15', '::ffff:192.0.2.7', '2001:db8:1:2::3', '198.51.100.9'])
      expect([address, ...(await from(address))]).toEqual([address, 200, undefined])
    for (const address of ['192.0.2.16', '198.51.100.8', '2001:db8:2::1', '127.0.0.1'])
      expect([address, ...(await from(address))]).toEqual([address, 403, 'source_not_allowed'])
    expect(await from('192.0.2.16', 'another')).toEqual([401, 'credentials_invalid'])
    await rig.ensurePartner({ ...fenced, allowedAddresses: [] })
    rig.pass(1_000)
    expect(await from('192.0.2.16')).toEqual([200, undefined])
  })

  test('a signature must carry the time where the partner says so', async () => {
    const strict = { apiKey: 'STRICT', secret: 'strict-secret', callbackSecret: 'strict-callback' }
    await rig.ensurePartner({ ...strict, requireTimestamp: true })
    const reply = await rig.partner('GET', '/api/v2/partner/order/nobody', undefined, { as: strict })
    expect(statusAndCode(reply)).toEqual([401, 'credentials_invalid'])
    expect(reply.at('reason')).toBe('timestamp_missing')
  })
})

async function partnerIdIn(other: Rig, apiKey: string): Promise<string> {
  const [row] = await other.query<{ id: string }>(
    statement('select id from partner where api_key = $1', apiKey),
  )
  return row?.id ?? ''
}

/** A log that remembers its warnings. */
function heardLog() {
  const lines: LogFields[] = []
  const log: Log = { ...silentLog, warn: (_event, fields = {}) => void lines.push(fields) }
  return { log, lines }
}
