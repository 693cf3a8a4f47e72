import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sameSignature, signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { partnerEndpoint } from './partnerEndpoint.ts'

type ReceivedRequest = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** The partner's receiver, and what it received. */
let server: Server
let port: number
let connections = 0
let requests: ReceivedRequest[] = []
let answer: (response: ServerResponse) => void = (response) => void response.end()

beforeAll(async () => {
  server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      requests.push({ path: request.url ?? '', headers: request.headers, body })
      answer(response)
    })()
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  connections = 0
  requests = []
  answer = (response) => void response.end()
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const delivery = {
  id: 'cb_1',
  body: '{"type":"client_order","name":"Zoë"}',
  secret: 'sandbox-callback-secret',
  formerSecret: null,
  at: new Date('2026-03-01T12:00:00.900Z'),
}
const inside = (path = '/callback') => ({ ...delivery, url: `http://127.0.0.1:${port}${path}` })
const sandbox = (timeLimitMs = 5_000) =>
  partnerEndpoint({ allowPrivate: true, version: '0.1.0', timeLimitMs })

describe('a delivery', () => {
  test('a delivery carries the body as it is, and both signatures over it', async () => {
    expect(await sandbox().deliver(inside('/callback?shop=1'))).toEqual({ is: 'acknowledged', status: 200 })
    const [request] = requests
    expect(request).toMatchObject({ path: '/callback?shop=1', body: delivery.body })
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Cambio/0.1.0',
      'webhook-id': 'cb_1',
      'webhook-timestamp': '1772366400',
      'webhook-signature': signWebhook(delivery.secret, 'cb_1', '1772366400', delivery.body),
    })
    const signature = String(request?.headers['api-signature'])
    expect(signature.endsWith('=')).toBe(true)
    expect(sameSignature(signCallback(delivery.secret, delivery.body), signature)).toBe(true)
  })

  test('a delivery also has the signature by a former secret while that is valid, after the new one', async () => {
    await sandbox().deliver({ ...inside(), formerSecret: 'former' })
    const { headers } = requests[0] ?? {}
    expect(
      sameSignature(signCallback(delivery.secret, delivery.body), String(headers?.['api-signature'])),
    ).toBe(true)
    const signed = [delivery.secret, 'former'].map((one) =>
      signWebhook(one, 'cb_1', '1772366400', delivery.body),
    )
    expect(headers?.['webhook-signature']).toBe(signed.join(' '))
  })

  test.for([200, 201, 204, 299])('a delivery is acknowledged by %i', async (status) => {
    answer = (response) => void response.writeHead(status).end()
    expect(await sandbox().deliver(inside())).toEqual({ is: 'acknowledged', status })
  })

  test('a delivery reuses the connection of the previous one', async () => {
    const endpoint = sandbox()
    for (let n = 0; n < 3; n++) expect(await endpoint.deliver(inside())).toMatchObject({ is: 'acknowledged' })
    expect(requests).toHaveLength(3)
    expect(connections).toBe(1)
  })

  test('a delivery does not fail when the previous one’s connection has just been closed', async () => {
    const endpoint = sandbox()
    expect(await endpoint.deliver(inside())).toMatchObject({ is: 'acknowledged' })
    let closed = false
    // The receiver closes as the next request arrives, as a receiver does at its limit for idle connections.
    server.prependOnceListener('request', (request) => {
      closed = true
      request.socket.resetAndDestroy()
    })
    expect(await endpoint.deliver(inside())).toMatchObject({ is: 'acknowledged' })
    expect(closed).toBe(true)
    expect(connections).toBe(2)
  })

  test('a delivery reports a 410 as a request to stop', async () => {
    answer = (response) => void response.writeHead(410).end()
    expect(await sandbox().deliver(inside())).toEqual({ is: 'gone' })
  })

  test.for([400, 401, 404, 429, 500, 503])('a delivery fails on %i', async (status) => {
    answer = (response) => void response.writeHead(status).end('no')
    const why = `The receiver answered with status ${status}`
    expect(await sandbox().deliver(inside())).toEqual({ is: 'failed', why, status, text: 'no' })
  })

  test('a delivery keeps how the answer began, as printable text without a card number', async () => {
    answer = (response) => void response.end('thanks \0\u0007for\nit')
    expect(await sandbox().deliver(inside())).toMatchObject({ text: 'thanks for\nit' })
    answer = (response) => void response.end('paid by 4111 1111 1111 1111')
    expect(await sandbox().deliver(inside())).toMatchObject({ text: expect.stringMatching(/^<not kept/) })
  })

  test.for([301, 302, 303, 307, 308])('a delivery does not follow a %i', async (status) => {
    answer = (response) => void response.writeHead(status, { location: '/elsewhere' }).end()
    expect(await sandbox().deliver(inside())).toMatchObject({ is: 'failed' })
    expect(requests.map(({ path }) => path)).toEqual(['/callback'])
  })

  test('a delivery fails when the receiver does not answer in time', async () => {
    answer = () => {}
    expect(await sandbox(50).deliver(inside())).toEqual({ is: 'unanswered', why: 'No answer within 50 ms' })
  })

  test('a delivery fails when its name is not found in time', async () => {
    const endpoint = partnerEndpoint({
      allowPrivate: true,
      version: '0.1.0',
      timeLimitMs: 50,
      resolve: () => new Promise(() => {}),
    })
    const lost = await endpoint.deliver({ ...delivery, url: 'https://shop.example/' })
    expect(lost).toEqual({ is: 'unanswered', why: 'No answer within 50 ms' })
  })

  test('a delivery fails when the connection breaks before an answer', async () => {
    answer = (response) => void response.destroy()
    const failed = await sandbox().deliver(inside())
    expect(failed).toEqual({ is: 'failed', why: 'The connection failed (ECONNRESET)' })
  })

  test('a delivery fails when the receiver does not speak TLS', async () => {
    const failed = await sandbox().deliver({ ...delivery, url: `https://127.0.0.1:${port}/` })
    expect(failed).toMatchObject({ is: 'failed', why: expect.stringMatching(/^The connection failed/) })
    expect(requests).toEqual([])
  })

  test('a delivery is acknowledged by the status even if the body never ends', async () => {
    const begun = performance.now()
    await sandbox().deliver(inside())
    // Long enough for the status on a slow machine.
    const limitMs = Math.max(200, Math.ceil(20 * (performance.now() - begun)))
    answer = (response) => void response.writeHead(200).write('x')
    expect(await sandbox(limitMs).deliver(inside())).toEqual({ is: 'acknowledged', status: 200, text: 'x' })
  })

  test('a delivery cuts off an endless answer', async () => {
    let cut: Promise<unknown> | undefined
    answer = (response) => {
      cut = new Promise((resolve) => response.once('close', resolve))
      const pour = () => void (response.write('x'.repeat(16_384)) && setImmediate(pour))
      response.on('drain', pour)
      pour()
    }
    const answered = await sandbox(60_000).deliver(inside())
    expect(answered).toEqual({ is: 'acknowledged', status: 200, text: 'x'.repeat(1_000) })
    await cut
  })
})

/** Addresses that a partner, or someone who obtained its credentials, might set to reach private networks. */
const hostile = Object.values({
  'loopback, in every spelling a URL allows':
    '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0X7F.0x0.0.01 017700000001 0177.0.0.1 127.255.255.254',
  'loopback, spelled to get past a reader': '127.0.0.1. %31%32%37.0.0.1 １２７.0.0.1 ①②⑦.0.0.1 127。0。0。1',
  'this network and private ones':
    '0.0.0.0 0 0.1.2.3 10.0.0.1 10.255.255.255 167772161 172.16.0.1 172.31.255.255 192.168.0.1 0xc0.0xa8.1.1 192.168.255.255',
  'carrier-grade NAT': '100.64.0.1 100.127.255.255',
  'link-local, where clouds keep metadata':
    '169.254.0.1 169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376',
  'assignments, documentation, benchmarks, relays':
    '192.0.0.1 192.0.0.170 192.0.2.1 198.51.100.1 203.0.113.1 198.18.0.1 198.19.255.255 192.88.99.1',
  'multicast, reserved, broadcast': '224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255',
  'loopback and nothing in IPv6': '[::1] [::] [0:0:0:0:0:0:0:1] [::0001]',
  'IPv4 mapped, compatible or translated':
    '[::ffff:127.0.0.1] [::ffff:7f00:1] [::FFFF:10.0.0.1] [::ffff:169.254.169.254] [::ffff:8.8.8.8] [::127.0.0.1] [::ffff:0:127.0.0.1]',
  'NAT64, 6to4, Teredo':
    '[64:ff9b::7f00:1] [64:ff9b::8.8.8.8] [64:ff9b:1::1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:0:7f00:1::1]',
  'ULA, link-local, site-local, multicast':
    '[fc00::1] [fd00:ec2::254] [fe80::1] [febf::1] [fec0::1] [ff02::1] [ff0e::1]',
  'documentation, discard, routing, unassigned':
    '[2001:db8::1] [2001:10::1] [2001:20::1] [3fff::1] [100::1] [5f00::1] [4000::1] [1::1]',
}).flatMap((hosts) => hosts.split(' '))

describe('a delivery outside the sandbox', () => {
  /** A DNS that resolves every name to private addresses. */
  const rebound = (addresses: readonly string[]) =>
    partnerEndpoint({
      allowPrivate: false,
      version: '0.1.0',
      timeLimitMs: 2_000,
      resolve: () =>
        Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))),
    })

  test.for(hostile)('a delivery in live goes nowhere at https://%s', async (host) => {
    const failed = await rebound([]).deliver({ ...delivery, url: `https://${host}:${port}/callback` })
    expect(failed).toEqual({ is: 'failed', why: 'The address is not on the public internet' })
    expect(connections).toBe(0)
  })

  test.for(
    hostile.map((host) => host.replace(/^\[|\]$/g, '')).filter((host) => /^[0-9.]{7,15}$|:/.test(host)),
  )('a delivery in live sends nothing to a name that leads to %s', async (address) => {
    const url = `https://rebind.example:${port}/callback`
    const failed = await rebound([address.replace(/\.$/, '')]).deliver({ ...delivery, url })
    expect(failed).toEqual({ is: 'failed', why: 'The address is not on the public internet' })
    expect(connections).toBe(0)
  })

  test.for(['localhost', 'LOCALHOST', 'localhost.'])(
    'a delivery in live sends nothing to %s, by the system’s own DNS',
    async (name) => {
      const endpoint = partnerEndpoint({ allowPrivate: false, version: '0.1.0' })
      const failed = await endpoint.deliver({ ...delivery, url: `https://${name}:${port}/callback` })
      expect(failed.is).toBe('failed')
      expect(connections).toBe(0)
    },
  )

  test.for([
    ['http://shop.example/', /not https/],
    ['ftp://shop.example/', /not https/],
    ['file:///etc/passwd', /not https/],
    ['gopher://127.0.0.1:6379/_SET', /not https/],
    ['unix:/var/run/docker.sock', /not https/],
    ['data:text/plain,x', /not https/],
    ['javascript:alert(1)', /not https/],
    ['https://shop.example@127.0.0.1/', /password/],
    ['https://user:password@shop.example/', /password/],
    ['', /no URL/],
    ['//shop.example/', /no URL/],
    ['https://', /no URL/],
    ['https://[::1', /no URL/],
    ['https://[fe80::1%25eth0]/', /no URL/],
    ['https://256.1.1.1/', /no URL/],
    ['https://1.2.3.4.5/', /no URL/],
  ] as const)('a delivery in live to %s is refused: %s', async ([url, why]) => {
    const failed = await rebound(['127.0.0.1']).deliver({ ...delivery, url })
    expect(failed).toEqual({ is: 'failed', why: expect.stringMatching(why) })
  })

  test('a delivery in live connects to the checked address: a name is looked up once', async () => {
    let lookups = 0
    const endpoint = partnerEndpoint({
      allowPrivate: true,
      version: '0.1.0',
      resolve: () => {
        lookups += 1
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
      },
    })
    const done = await endpoint.deliver({ ...delivery, url: `http://shop.example:${port}/callback` })
    expect(done).toEqual({ is: 'acknowledged', status: 200 })
    expect(lookups).toBe(1)
    expect(requests[0]?.headers.host).toBe(`shop.example:${port}`)
  })
})
