import { contract } from '@cambio/wire/http/contract.ts'
import { route } from '@cambio/wire/http/route.ts'
import { sameSignature, signRequest } from '@cambio/wire/partner/signature.ts'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { createPartner } from './client.ts'
import { createClientSession } from './clientSession.ts'
import { NoAnswer, ProblemError } from './ProblemError.ts'

const routes = contract.partner
const credentials = { baseUrl: 'https://exchange.example', apiKey: 'SANDBOXPARTNER01', secret: 'test_secret' }

/** An exchange that answers as told and remembers what it was asked. */
function exchange(answer: () => Response | Promise<Response>) {
  const requests: { request: Request; body: string }[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    requests.push({ request, body: await request.clone().text() })
    return answer()
  }
  return { requests, fetch }
}

const ok = { status: 'OK' }
const problem = {
  type: 'about:blank',
  title: 'The amount is outside the bounds',
  status: 422,
  detail: 'Between 20.00 and 5000.00 EUR can be paid in.',
  success: 0,
  code: 'amount_out_of_bounds',
  request_id: 'req_1',
  errors: [{ pointer: '/payin_amount', code: 'amount_out_of_bounds', detail: 'At least 20.00' }],
  bounds: { payin_min_amount: '20.00' },
}

test('a GET is signed over its path alone, with the published signature', async () => {
  const { fetch, requests } = exchange(() => Response.json(ok))
  const answer = await createPartner({ ...credentials, fetch }).call(routes.healthcheck, {})
  expect(answer).toEqual(ok)
  const { request } = requests[0] ?? {}
  expect(request?.url).toBe('https://exchange.example/api/v2/partner/healthcheck')
  expect(request?.headers.get('API-Key')).toBe('SANDBOXPARTNER01')
  expect(request?.headers.get('API-Signature')).toBe(
    '7+wa/0bCM/f69nzRmDEDVyN92rBmE1GjvmqjpWItdlXjJcMbKcAcuNf6miVqAIl/PC45UkWX0d2tOvKdQajOgw==',
  )
  expect(request?.headers.has('API-Timestamp')).toBe(false)
})

test('a POST is signed over path and body, and carries the idempotency key', async () => {
  const { fetch, requests } = exchange(() => Response.json({ request_id: 'r1' }))
  const partner = createPartner({ ...credentials, fetch })
  const body = { partner_order_id: 'a-1', payin_amount_default: '100.00' }
  const answer = await partner.call(routes.createRequest, { body }, { idempotencyKey: 'key-1' })
  expect(answer.request_id).toBe('r1')
  const { request, body: sent } = requests[0] ?? {}
  expect(JSON.parse(sent ?? '')).toEqual(body)
  expect(request?.method).toBe('POST')
  expect(request?.headers.get('Content-Type')).toBe('application/json')
  expect(request?.headers.get('Idempotency-Key')).toBe('key-1')
  const expected = signRequest('test_secret', '/api/v2/partner/create_request', sent ?? '')
  expect(sameSignature(expected, request?.headers.get('API-Signature') ?? '')).toBe(true)
})

test('parameters go into the path, the query stays out of the signature', async () => {
  const list = route({
    method: 'GET',
    path: '/api/v2/partner/{thing}/list',
    caller: 'partner',
    summary: 'A route with all its parts',
    params: z.object({ thing: z.string() }),
    query: z.object({ page: z.optional(z.number()), after: z.optional(z.string()) }),
    answer: z.object({}),
    refusals: [],
  })
  const { fetch, requests } = exchange(() => Response.json({}))
  const partner = createPartner({ ...credentials, baseUrl: 'https://exchange.example/api-host/', fetch })
  await partner.call(list, { params: { thing: 'a b' }, query: { page: 2, after: 'x&y' } })
  const { request } = requests[0] ?? {}
  const path = '/api-host/api/v2/partner/a%20b/list'
  expect(request?.url).toBe(`https://exchange.example${path}?page=2&after=x%26y`)
  const expected = signRequest('test_secret', path, '')
  expect(sameSignature(expected, request?.headers.get('API-Signature') ?? '')).toBe(true)
})

test('with timestamps on, the time is sent and signed', async () => {
  const { fetch, requests } = exchange(() => Response.json(ok))
  const now = () => new Date('2026-03-01T12:00:00.900Z')
  await createPartner({ ...credentials, fetch, now, timestamp: true }).call(routes.healthcheck, {})
  const { headers } = requests[0]?.request ?? new Request('https://none.example')
  expect(headers.get('API-Timestamp')).toBe('1772366400')
  const expected = signRequest('test_secret', '/api/v2/partner/healthcheck', '', '1772366400')
  expect(sameSignature(expected, headers.get('API-Signature') ?? '')).toBe(true)
})

test('version 2 signs the method and the query, too', async () => {
  const { fetch, requests } = exchange(() => Response.json([]))
  const now = () => new Date('2026-03-01T12:00:00Z')
  const partner = createPartner({ ...credentials, fetch, now, signatureVersion: 2 })
  await partner.call(routes.orderList, { query: { status: 'finished', rows: 5 } }).catch(() => null)
  const headers = requests[0]?.request.headers
  expect([headers?.get('API-Signature-Version'), headers?.get('API-Timestamp')]).toEqual(['2', '1772366400'])
  expect(headers?.get('API-Signature')).toBe(
    'TKHa9RpaGF8fTCpo7T5Qj5QDH3aG89Ncnj47Ttlqx/u2Dbwpxm/mrsPNoXOrDNG4wm97fxBWq6R7rmTs47MU1w==',
  )
})

test('the exchange’s no is thrown with everything it said', async () => {
  const headers = { 'Retry-After': '7' }
  const { fetch } = exchange(() => Response.json(problem, { status: 422, headers }))
  const failed = await createPartner({ ...credentials, fetch })
    .call(routes.createRequest, { body: {} })
    .catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(ProblemError)
  expect(failed).toMatchObject({
    problem,
    code: 'amount_out_of_bounds',
    status: 422,
    message: problem.detail,
    retryAfterSeconds: 7,
  })
})

test.for<[string, () => Response | Promise<Response>]>([
  ['a broken connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['a gateway page', () => new Response('<html>502</html>', { status: 502 })],
  ['an error without a reason', () => Response.json({ oops: true }, { status: 500 })],
  ['an empty answer', () => new Response('')],
  ['an answer of another shape', () => Response.json({ state: 'fine' })],
])('nobody knows what was done after %s', async ([, answer]) => {
  const { fetch } = exchange(answer)
  const call = createPartner({ ...credentials, fetch }).call(routes.createRequest, { body: {} })
  await expect(call).rejects.toBeInstanceOf(NoAnswer)
})

test('an exchange that does not answer is given up after the time limit', async () => {
  const silent: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) =>
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  const call = createPartner({ ...credentials, fetch: silent, timeLimitMs: 20 }).call(routes.healthcheck, {})
  await expect(call).rejects.toThrow('The exchange did not answer in time')
})

test('requests and answers have the types of the contract', () => {
  const partner = createPartner(credentials)
  const quote = () =>
    partner.call(routes.fee, {
      body: { partner_order_id: 'a', payin_currency: 'EUR', payout_currency: 'ETH' },
    })
  expectTypeOf<Awaited<ReturnType<typeof quote>>['payin_min_amount']>().toEqualTypeOf<string>()
  const order = () => partner.call(routes.order, { params: { partner_order_id: 'a' } })
  type Status = Awaited<ReturnType<typeof order>>['status']
  expectTypeOf<'finished'>().toExtend<Status>()
  expectTypeOf<string & {}>().toExtend<Status>()
  expectTypeOf<'amount_out_of_bounds'>().toExtend<ProblemError['code']>()
  expectTypeOf<string & {}>().toExtend<ProblemError['code']>()
  // @ts-expect-error a body is required
  const missing = () => partner.call(routes.fee, {})
  // @ts-expect-error a route of the widget is none of a partner's
  const foreign = () => partner.call(contract.widget.view, { params: { entry: 'x'.repeat(16) } })
  expect([missing, foreign, order]).toHaveLength(3)
})

/** An answer of JSON lines, in pieces that end anywhere; it breaks off after the last where it is not whole. */
function linesInPieces(pieces: readonly string[], { isWhole = true } = {}): Response {
  const left = [...pieces]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift()
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece))
      else if (isWhole) controller.close()
      else controller.error(new Error('The connection is gone'))
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/jsonl' } })
}

const rows = route({
  method: 'GET',
  path: '/api/v2/partner/rows',
  caller: 'partner',
  summary: 'Rows',
  query: z.strictObject({ from: z.optional(z.string()) }),
  answer: z.object({ id: z.string(), status: z.enum(['open']) }),
  isRows: true,
  refusals: [],
})

test('rows arrive one by one, in whatever pieces, with later additions', async () => {
  const { fetch, requests } = exchange(() =>
    linesInPieces(['{"id":"ü', '1","status":"open"}\n{"id":"2",', '"status":"new","more":1}\n']),
  )
  const read = await Array.fromAsync(
    createPartner({ ...credentials, fetch }).rows(rows, { query: { from: '1' } }),
  )
  expect(read).toEqual([
    { id: 'ü1', status: 'open' },
    { id: '2', status: 'new', more: 1 },
  ])
  const { request } = requests[0] ?? {}
  expect(request?.headers.get('Accept')).toBe('application/jsonl')
  expect(request?.url).toBe('https://exchange.example/api/v2/partner/rows?from=1')
})

test('rows that break off, stop, or cannot be read are no answer', async () => {
  const whole = '{"id":"1","status":"open"}\n'
  const cases: (() => Response)[] = [
    () => linesInPieces([whole], { isWhole: false }),
    () => linesInPieces([whole, '{"id":']),
    () => linesInPieces(['{"id":1}\n']),
    () => linesInPieces(['nothing\n']),
  ]
  for (const answer of cases) {
    const partner = createPartner({ ...credentials, fetch: exchange(answer).fetch, timeLimitMs: 50 })
    await expect(Array.fromAsync(partner.rows(rows, {}))).rejects.toThrow(NoAnswer)
  }
  const silent: typeof globalThis.fetch = async (_input, init) =>
    new Response(
      new ReadableStream({
        start: (controller) => init?.signal?.addEventListener('abort', () => controller.error()),
      }),
    )
  const left = createPartner({ ...credentials, fetch: silent, timeLimitMs: 20 })
  await expect(Array.fromAsync(left.rows(rows, {}))).rejects.toThrow(NoAnswer)
  const refused = exchange(() => Response.json(problem, { status: 422 }))
  const partner = createPartner({ ...credentials, fetch: refused.fetch })
  await expect(Array.fromAsync(partner.rows(rows, {}))).rejects.toThrow(ProblemError)
})

test('a client’s calls carry its session, and are typed as its routes are', async () => {
  const { fetch, requests } = exchange(() => Response.json({ session: 's', expires_at: '' }))
  const { baseUrl } = credentials
  const session = createClientSession({ baseUrl, session: 'session-1', fetch })
  const answer = await session.call(contract.client.openSession, { body: { ts: 't' } }).catch(() => null)
  expectTypeOf(answer).toExtend<{ session: string } | null>()
  expect(requests[0]?.request.headers.get('Authorization')).toBe('Bearer session-1')
  expect(requests[0]?.request.headers.has('API-Key')).toBe(false)
  // @ts-expect-error A session opens none of a partner's routes.
  await session.call(contract.partner.balances, {}).catch(() => null)
  const refused = exchange(() =>
    Response.json({ ...problem, status: 401, code: 'session_invalid' }, { status: 401 }),
  )
  const ended = createClientSession({ baseUrl, session: 'ended', fetch: refused.fetch })
  const call = ended.call(contract.client.balances, {})
  await expect(call).rejects.toMatchObject({ code: 'session_invalid', status: 401 })
})
