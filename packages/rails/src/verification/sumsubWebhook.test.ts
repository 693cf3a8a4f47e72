import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sumsubWebhook } from './sumsubWebhook.ts'

const now = new Date('2026-03-01T12:00:00Z')
const secret = 'webhook secret'
const webhook = sumsubWebhook({ clock: { now: () => now } }, { secret })

/** The event of a finished review, as Sumsub's documents show it. */
const event = {
  applicantId: '5cb744200a975a67ed1798a4',
  inspectionId: '5cb744200a975a67ed1798a5',
  correlationId: 'req-fa94263f-0b23-42d7-9393-ab10b28ef42d',
  externalUserId: 'partner-7/zoë@example.com',
  levelName: 'basic-kyc-level',
  type: 'applicantReviewed',
  reviewResult: { reviewAnswer: 'GREEN' },
  reviewStatus: 'completed',
  createdAtMs: '2026-03-01 11:59:58.123',
  sandboxMode: false,
}

function called(body: string, algorithm = 'HMAC_SHA256_HEX', key = secret, digestOf = body) {
  const hash = algorithm.replace(/^HMAC_(.*)_HEX$/, '$1').toLowerCase()
  const digest = createHmac(hash, key).update(digestOf).digest('hex')
  const headers = new Headers({ 'X-Payload-Digest': digest, 'X-Payload-Digest-Alg': algorithm })
  return webhook.receive({ headers, body: new TextEncoder().encode(body) })
}
const accepted = { references: [event.externalUserId], answer: { status: 200, body: 'OK' } }
const refused = { references: [], answer: { status: 403, body: expect.any(String) } }

test.for(['HMAC_SHA256_HEX', 'HMAC_SHA512_HEX'])(
  'a notice signed by %s names the client to ask about',
  async (algorithm) => {
    expect(await called(JSON.stringify(event), algorithm)).toEqual(accepted)
  },
)

test('a notice that is repeated until it is answered names the same client each time', async () => {
  const body = JSON.stringify({ ...event, createdAtMs: '2026-02-28 11:00:00.000' })
  expect(await called(body)).toEqual(accepted)
  expect(await called(body)).toEqual(accepted)
})

test('a notice that is replayed days later is refused', async () => {
  expect(await called(JSON.stringify({ ...event, createdAtMs: '2026-02-27 11:59:59.999' }))).toEqual(refused)
})

test('an event about no client of ours is accepted and names none', async () => {
  const { externalUserId: _, ...rest } = event
  expect(await called(JSON.stringify(rest))).toEqual({ ...accepted, references: [] })
})

test.for<[string, () => ReturnType<typeof called>]>([
  ['another secret', () => called(JSON.stringify(event), 'HMAC_SHA256_HEX', 'another')],
  ['a body that was changed', () => called(JSON.stringify(event), 'HMAC_SHA256_HEX', secret, '{}')],
  ['an algorithm that is no longer safe', () => called(JSON.stringify(event), 'HMAC_SHA1_HEX')],
])('a notice with %s is refused', async ([, call]) => {
  expect(await call()).toEqual(refused)
})

test.for<[string, Record<string, string>]>([
  ['no headers', {}],
  ['no algorithm', { 'x-payload-digest': 'ab' }],
  ['no digest', { 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }],
  ['half a digest', { 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': 'abcd' }],
  ['no digest at all', { 'x-payload-digest-alg': 'HMAC_SHA256_HEX', 'x-payload-digest': 'zz' }],
  ['an algorithm of its own', { 'x-payload-digest-alg': 'constructor', 'x-payload-digest': 'ab' }],
])('a notice with %s among its headers is refused', async ([, headers]) => {
  const body = new TextEncoder().encode(JSON.stringify(event))
  expect(await webhook.receive({ headers: new Headers(headers), body })).toEqual(refused)
})

test.for(['', 'null', '[]', '{}', 'not json', '{"externalUserId":7,"createdAtMs":"2026-03-01 11:00:00"}'])(
  'a notice that reads %j is refused, however well it is signed',
  async (body) => {
    expect(await called(body)).toEqual({ references: [], answer: { status: 400, body: 'Not an event' } })
  },
)
