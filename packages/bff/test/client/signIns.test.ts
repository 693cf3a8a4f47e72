import { silentLog, type LogFields } from '@cambio/server/log.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { breakOff } from '@cambio/server/testing/testingUpload.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { files, openRig, shop, type Rig } from '../rig.ts'
import { registerClient } from './registerClient.ts'

/* Whoever tries keys, passwords and codes learns nothing from how they are refused, and is seen by the operator. */

let rig: Rig
let app: ReturnType<typeof createApp>
let lines: [string, string, LogFields | undefined][]
let statements: string[]
beforeAll(async () => {
  rig = await openRig()
  const log = {
    ...silentLog,
    warn: (event: string, fields?: LogFields) => void lines.push(['warn', event, fields]),
    error: (event: string, fields?: LogFields) => void lines.push(['error', event, fields]),
  }
  const query: Query = (statement) => {
    statements.push(statement.name)
    return rig.database.query(statement)
  }
  const database = { ...rig.exchange.database, query }
  // In a sandbox a refused signature says why; what must say nothing is what takes real money.
  const mode = 'live'
  app = createApp({ ...rig.exchange, mode, database, log, trustedProxies: ['127.0.0.1'] }, files)
})
afterAll(() => rig.close())
beforeEach(() => {
  lines = []
  statements = []
})

const path = '/api/v2/partner/order/nobody'
function signIn(apiKey: string, signature: string): Response | Promise<Response> {
  const headers = { 'API-Key': apiKey, 'API-Signature': signature, 'X-Forwarded-For': '192.0.2.44' }
  return app.request(path, { headers })
}

test('a known API key and an unknown one are answered alike, for equal work', async () => {
  const signInThrice = async (apiKey: string) => {
    statements = []
    const answers: unknown[] = []
    for (let again = 0; again < 3; again++) {
      const reply = await signIn(apiKey, 'x')
      const { request_id: _id, ...problem } = (await reply.json()) as { request_id: string }
      const { 'x-request-id': _requestId, ...headers } = Object.fromEntries(reply.headers)
      answers.push([reply.status, problem, headers])
    }
    return { answers, statements }
  }
  const existing = await signInThrice(shop.apiKey)
  rig.pass(1_000)
  expect(await signInThrice('NOBODY')).toEqual(existing)
  expect(existing.statements).toHaveLength(1)
})

test('a key with a wrong signature is logged with its network, and an unknown key is not logged', async () => {
  const signature = signRequest('a secret of another', path, '')
  await signIn(shop.apiKey, signature)
  await signIn('PERHAPS-A-SECRET', signature)
  const failed = { network: '192.0.2.44', refusal: 'credentials_invalid' }
  expect(lines).toMatchObject([
    ['warn', 'a sign-in failed', { ...failed, account: shop.apiKey }],
    ['warn', 'a sign-in failed', { ...failed, account: null }],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/PERHAPS/)
  expect(JSON.stringify(lines)).not.toContain(signature)
})

test('a wrong password and a wrong code stand in the log with the client’s id', async () => {
  const email = 'login@example.com'
  await registerClient(rig, { email })
  const client = await rig.stores.clients.findByEmail((await partnerId()) ?? '', email)
  const body = JSON.stringify({
    email,
    password: 'not the password',
    client_ip: '192.0.2.1',
    remote_country: 'DE',
  })
  const loginPath = '/api/v2/partner/client/login'
  await app.request(loginPath, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'API-Key': shop.apiKey,
      'API-Signature': signRequest(shop.secret, loginPath, body),
    },
  })
  await app.request(`/api/widget/${await rig.openRequest()}/session`, {
    method: 'POST',
    body: JSON.stringify({ email, code: '000000' }),
    headers: { 'Content-Type': 'application/json' },
  })
  expect(lines.map(([, , fields]) => [fields?.refusal, fields?.account])).toEqual([
    ['login_invalid', client?.id],
    ['code_invalid', client?.id],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/not the password|000000|login@/)
})

async function partnerId(): Promise<string | undefined> {
  const [row] = await rig.query<{ id: string }>({
    name: 'test_partner_id',
    text: 'select id from partner where api_key = $1',
    values: [shop.apiKey],
  })
  return row?.id
}

test.each([
  ['whose length was said', 'Content-Length: 5000'],
  ['in chunks', 'Transfer-Encoding: chunked'],
])('an upload that breaks off is no outage: %s', async (_, header) => {
  const head = ['POST /api/v2/public/order/fee HTTP/1.1', 'Content-Type: application/json', header]
  expect(await breakOff((request, env) => app.fetch(request, env), head, '{"a"')).toBe(400)
  expect(lines).toEqual([])
})

test('a page that opens the bank in a window keeps its hold on that window, and any other page has none', async () => {
  const policyOf = async (address: string) =>
    (await app.request(address)).headers.get('cross-origin-opener-policy')
  expect(await policyOf(`/w/${await rig.openRequest()}`)).toBe('same-origin-allow-popups')
  expect(await policyOf('/docs')).toBe('same-origin')
})
