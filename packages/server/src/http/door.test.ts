import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silentLog, type Log } from '../log.ts'
import { createMetrics, type Metrics } from '../metrics.ts'
import { systemRandom } from '../Random.ts'
import { clientIpOf, door, requestIdOf, type DoorEnv } from './door.ts'
import { memoryLimiter } from './limits.ts'
import { serve, type Serving } from './serve.ts'

const CAP = 64 * 1024

let time = Date.parse('2026-01-02T03:04:05.250Z')
let serving: Serving
let metrics: Metrics
let lines: [string, object | undefined][]
let warnings: [string, object | undefined][]

function makeApp(trustedProxies: string[] = [], url = 'http://localhost') {
  const log: Log = {
    ...silentLog,
    info: (event, fields) => void lines.push([event, fields]),
    warn: (event, fields) => void warnings.push([event, fields]),
  }
  const limit = { name: 'public', points: 3, windowSeconds: 1 }
  const limiter = memoryLimiter({ clock: { now: () => new Date(time) } }, { limit, factor: 1 })
  const app = new Hono<DoorEnv>()
  app.use(
    door(
      { random: systemRandom, log, metrics },
      {
        trustedProxies,
        url,
        refuse: (c, refusal) =>
          c.json({ refusal, id: requestIdOf(c) }, refusal === 'body_too_large' ? 413 : 429),
        limit: { limiter, key: (c) => (c.req.path.startsWith('/limited') ? clientIpOf(c) : undefined) },
      },
    ),
  )
  app.get('/limited/:name', (c) => c.text(c.req.param('name')))
  app.get('/who', (c) => c.json({ ip: clientIpOf(c), id: requestIdOf(c) }))
  app.get('/page', (c) =>
    c.html('<p>', 200, { 'Content-Security-Policy': "default-src 'self'", 'Cache-Control': 'no-cache' }),
  )
  app.get('/raw', () => new Response('raw', { headers: { 'Set-Cookie': 'a=1' } }))
  app.get('/metrics', (c) => c.text('up 1'))
  app.get('/away', () => Response.redirect('https://example.com/', 303))
  app.get('/broken', () => {
    throw new Error('broken')
  })
  app.post('/length', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  app.onError((_, c) => c.json({ failed: true }, 500))
  return app
}

beforeEach(async () => {
  lines = []
  warnings = []
  metrics = createMetrics({ program: 'test' })
  serving = await serve(makeApp(['127.0.0.1', '10.0.0.0/8']).fetch, { host: '127.0.0.1', port: 0 })
})
afterEach(() => serving.close())

/** Both kinds of request: over a socket, and made in this process. */
const ways = {
  'over a socket': (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${serving.port}${path}`, { redirect: 'manual', ...init }),
  'in this process': async (path: string, init?: RequestInit) => makeApp().request(path, init),
}

describe.each(Object.entries(ways))('%s', (_, send) => {
  test.each(['/who', '/nowhere', '/broken', '/raw', '/away'])(
    'every answer has the headers: %s',
    async (path) => {
      const { headers } = await send(path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
      })
    },
  )

  test('a route may set its own headers, and keeps the others', async () => {
    const page = await send('/page')
    expect(page.headers.get('content-security-policy')).toBe("default-src 'self'")
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await send('/raw')).headers.getSetCookie()).toEqual(['a=1'])
    expect((await send('/away')).headers.get('location')).toBe('https://example.com/')
  })

  test('the request id is ours, even if the caller sends one', async () => {
    const answer = await send('/who', { headers: { 'X-Request-Id': 'mine' } })
    const { id } = (await answer.json()) as { id: string }
    expect(id).not.toBe('mine')
    expect(answer.headers.get('x-request-id')).toBe(id)
  })

  test.each([
    [CAP, 200],
    [CAP + 1, 413],
  ])('a body of %d bytes with a Content-Length gets %d', async (size, status) => {
    const answer = await send('/length', {
      method: 'POST',
      body: 'x'.repeat(size),
      headers: { 'Content-Length': String(size) },
    })
    expect(answer.status).toBe(status)
  })

  test.each([
    [0, 200],
    [CAP, 200],
    [CAP + 1, 413],
    [1024 * 1024, 413],
  ])('a body of %d bytes without a Content-Length gets %d', async (size, status) => {
    const body = new Blob(['x'.repeat(size)]).stream()
    const answer = await send('/length', { method: 'POST', body, duplex: 'half' })
    expect(answer.status).toBe(status)
    if (status === 200) expect(await answer.text()).toBe(String(size))
  })

  test('a request is one log line and one observation, under the template of its route', async () => {
    const app = makeApp()
    await app.request('/limited/secret-name')
    await app.request('/metrics')
    await app.request('/nowhere/secret-name')
    await app.request('/broken', { method: 'PURGE' })
    expect(lines.map(([event, fields]) => [event, fields])).toMatchObject([
      ['request', { method: 'GET', route: '/limited/:name', status: 200 }],
      ['request', { method: 'GET', route: '/*', status: 404 }],
      ['request', { method: 'other', route: '/*', status: 404 }],
    ])
    expect(JSON.stringify(lines)).not.toContain('secret-name')
    const { body } = await metrics.exposition()
    expect(body).toMatch(/http_request_duration_seconds_count\{.*route="\/limited\/:name",status="200".*\} 1/)
    expect(body).not.toContain('secret-name')
  })
})

test('a program on https makes browsers use only https for a year', async () => {
  const transportSecurityOf = async (url: string) =>
    (await makeApp([], url).request('/who')).headers.get('strict-transport-security')
  expect(await transportSecurityOf('https://pay.example')).toBe('max-age=31536000')
  expect(await transportSecurityOf('http://localhost:8787')).toBeNull()
})

test('a body that was not fully read ends its connection, and the answer says so', async () => {
  const body = new Blob(['x'.repeat(1024 * 1024)]).stream()
  const init = { method: 'POST', body, duplex: 'half' } as const
  const answer = await ways['over a socket']('/length', init)
  expect(answer.headers.get('connection')).toBe('close')
  expect((await ways['over a socket']('/who')).headers.get('connection')).toBe('keep-alive')
})

describe('limits', () => {
  test('a limit is in each answer, the request above it is refused, and the next window begins anew', async () => {
    time = Date.parse('2026-01-02T03:04:05.250Z')
    const app = makeApp()
    for (const left of [2, 1, 0]) {
      const answer = await app.request('/limited/a')
      expect(answer.status).toBe(200)
      expect(answer.headers.get('ratelimit')).toBe(`"public";r=${left};t=1`)
      expect(answer.headers.get('ratelimit-policy')).toBe('"public";q=3;w=1')
      expect(answer.headers.get('retry-after')).toBeNull()
    }
    const refused = await app.request('/limited/b')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(await refused.json()).toMatchObject({ refusal: 'too_many_requests' })
    expect(lines.at(-1)?.[1]).toMatchObject({ status: 429, route: '/limited/:name' })
    expect((await app.request('/who')).headers.get('ratelimit')).toBeNull()
    time += 1000
    expect((await app.request('/limited/a')).status).toBe(200)
  })
})

describe('who a request is from', () => {
  const ipOf = async (response: Promise<Response>) => ((await (await response).json()) as { ip: string }).ip

  test.each(['10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/9', '10.0.0.0/1e1', 'proxy.example'])(
    'the sender of a request is not believed from proxies named %s',
    (range) => {
      expect(() => makeApp([range])).toThrow('TRUSTED_PROXIES must be addresses or ranges')
    },
  )

  test('the sender of a request is the socket’s peer, whatever the headers claim, where no proxy is trusted', async () => {
    const open = await serve(makeApp().fetch, { host: '127.0.0.1', port: 0 })
    const headers = { 'X-Forwarded-For': '203.0.113.9' }
    expect(await ipOf(fetch(`http://127.0.0.1:${open.port}/who`, { headers }))).toBe('127.0.0.1')
    await open.close()
  })

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['203.0.113.9, nonsense', '127.0.0.1'],
    ['2001:db8::1', '2001:db8::1'],
    ['203.0.113.9:5678', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9:5678 , 10.1.2.3:443', '203.0.113.9'],
    ['203.0.113.9:567890', '127.0.0.1'],
    ['203.0.113.9:', '127.0.0.1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:DB8:0:0::1]:443"', '2001:db8::1'],
    ['"203.0.113.9"', '203.0.113.9'],
    ['[fe80::1%25eth0]', 'fe80::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['[::ffff:cb00:7109]:80', '203.0.113.9'],
    ['203.0.113.9, ::ffff:10.1.2.3', '203.0.113.9'],
    ['[2001:db8::1, 10.1.2.3', '10.1.2.3'],
    ['203.0.113.9, unknown, 10.1.2.3', '10.1.2.3'],
    ['203.0.113.9,', '127.0.0.1'],
  ])(
    'the sender of a request, behind trusted proxies, is the last address they did not write themselves: %s',
    async (forwarded, ip) => {
      expect(await ipOf(ways['over a socket']('/who', { headers: { 'X-Forwarded-For': forwarded } }))).toBe(
        ip,
      )
    },
  )

  test('the sender of a request is read from a trusted proxy, in whichever form its address is written', async () => {
    const app = makeApp(['::ffff:10.0.0.0/104', '2001:DB8:0::7'])
    const from = (peer: string) => {
      const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer })
      const headers = { 'X-Forwarded-For': '203.0.113.9' }
      return Promise.resolve(app.request('/who', { headers }, { incoming: new IncomingMessage(socket) }))
    }
    expect(await ipOf(from('10.1.2.3'))).toBe('203.0.113.9')
    expect(await ipOf(from('::ffff:10.1.2.3'))).toBe('203.0.113.9')
    expect(await ipOf(from('2001:db8::7'))).toBe('203.0.113.9')
    expect(await ipOf(from('11.1.2.3'))).toBe('11.1.2.3')
  })

  test('the sender of a request is the proxy itself where its entry cannot be read, and the log says so once', async () => {
    const headers = { 'X-Forwarded-For': '203.0.113.9, _hidden' }
    for (const _ of [1, 2]) expect(await ipOf(ways['over a socket']('/who', { headers }))).toBe('127.0.0.1')
    expect(warnings).toEqual([
      [
        expect.stringMatching(/^the X-Forwarded-For of a trusted proxy cannot be read/),
        { address: '127.0.0.1' },
      ],
    ])
  })
})

test('a request with two Host headers is refused by the server itself, whatever they say', async () => {
  for (const second of ['localhost', 'evil.example']) {
    const socket = connect(serving.port, '127.0.0.1')
    socket.write(`GET /who HTTP/1.1\r\nHost: localhost\r\nHost: ${second}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/i)
    expect(answer.toString()).not.toContain('"ip"')
    socket.destroy()
  }
})

test('a head of more than 16 KB is refused by the server itself', async () => {
  const socket = connect(serving.port, '127.0.0.1')
  socket.write(`GET /who HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(17 * 1024)}\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 431 /)
  socket.destroy()
})
