import { silentLog, type LogFields } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import { breakOff } from '@cambio/server/testing/testingUpload.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cardsApp } from '../src/http/cardsApp.ts'
import { fromAddress, merchantId, openRig, password, saleFields, type Fields, type Rig } from './rig.ts'

/* Whoever signs nothing gets no further than the door, costs nobody else anything, and is seen by the operator. */

let rig: Rig
let strict: ReturnType<typeof cardsApp>
let lines: [string, string, LogFields | undefined][]
beforeAll(async () => {
  rig = await openRig()
  const log = {
    ...silentLog,
    warn: (event: string, fields?: LogFields) => void lines.push(['warn', event, fields]),
    error: (event: string, fields?: LogFields) => void lines.push(['error', event, fields]),
  }
  strict = cardsApp(
    { platform: { ...rig.platform, log }, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1, sandbox: true },
  )
})
afterAll(() => rig.close())
beforeEach(() => {
  lines = []
  rig.pass(1_000)
})

let count = 0
function post(fields: Fields, from: string): Response | Promise<Response> {
  const body = new URLSearchParams(saleFields({ order_id: `stranger-${(count += 1)}`, ...fields }))
  return strict.request('/post', { method: 'POST', body }, fromAddress(from))
}

const forged = { hash: 'f'.repeat(32) }
const nobody = { client_key: '99999999-9999-4999-8999-999999999999' }

describe('requests that no merchant signed', () => {
  test.each([
    ['a wrong hash', forged, 100000],
    ['a merchant that is none', nobody, 204002],
    ['no form at all', { action: '' }, 100000],
  ])(
    'the first twenty unsigned requests a second of a network are told what is wrong: %s',
    async (_, fields, error_code) => {
      for (let sent = 0; sent < 20; sent++)
        expect(await (await post(fields, `2001:db8::${sent}`)).json()).toMatchObject({ error_code })
      const over = await post(fields, '2001:db8::ffff')
      expect([over.status, over.headers.get('retry-after'), await over.json()]).toMatchObject([
        429,
        '1',
        { error_code: 429 },
      ])
      expect(await (await post(fields, '192.0.2.1')).json()).toMatchObject({ error_code })
      expect((await post({}, '2001:db8::1')).status).toBe(200)
    },
  )

  test('unsigned requests about sessions of the card fields are counted too', async () => {
    const requestSession = (signature: string) => {
      const headers = { 'api-key': merchantId, 'api-signature': signature }
      return strict.request('/fields/sessions/nobody', { headers }, fromAddress('198.51.100.1'))
    }
    for (let sent = 0; sent < 20; sent++) expect((await requestSession('x')).status).toBe(401)
    expect((await requestSession('x')).status).toBe(429)
    expect((await requestSession(signRequest(password, '/fields/sessions/nobody', ''))).status).toBe(404)
  })

  test('requests for pages are counted too, at three hundred a second', async () => {
    const page = () => strict.request('/sandbox/redirect/nobody/nothing', {}, fromAddress('198.51.100.2'))
    for (let sent = 0; sent < 300; sent++) expect((await page()).status).toBe(404)
    expect((await page()).status).toBe(429)
    expect((await strict.request('/healthcheck', {}, fromAddress('198.51.100.2'))).status).toBe(200)
  })

  test('unsigned requests are logged with their network and merchant, and nothing of their signature', async () => {
    await post(forged, '2001:db8:0:9::7')
    await strict.request(
      '/fields/sessions/x',
      { headers: { 'api-key': merchantId } },
      fromAddress('192.0.2.8'),
    )
    const event = 'a request was not signed by its merchant'
    expect(lines).toMatchObject([
      ['warn', event, { merchantId, network: '2001:db8:0:9' }],
      ['warn', event, { merchantId, network: '192.0.2.8' }],
    ])
    expect(JSON.stringify(lines)).not.toContain(forged.hash)
  })
})

test.each([
  ['whose length was said', 'Content-Length: 5000'],
  ['in chunks', 'Transfer-Encoding: chunked'],
])('an upload that breaks off is no failure of ours: %s', async (_, header) => {
  const head = ['POST /post HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded', header]
  expect(await breakOff((request, env) => strict.fetch(request, env), head, 'acti')).toBe(400)
  expect(lines.filter(([level]) => level === 'error')).toEqual([])
})
