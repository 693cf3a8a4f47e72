import { answerOf } from '@cambio/bff/reference/examples.ts'
import { contract, createPartner, ProblemError, verifyCallback } from '@cambio/partner/index.ts'
import { makeTestCallback } from '@cambio/partner/testing.ts'
import type { Contract, Route } from '@cambio/wire/http/route.ts'
import {
  AttemptDeclined,
  CallbackV1,
  CallbackV2,
  CodeCallback,
  LockedCallback,
} from '@cambio/wire/partner/Callback.ts'
import { signCallback, signWebhook } from '@cambio/wire/partner/signature.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

/*
 * What may be added within a version of the API: a value of a list, a member of an answer or a callback, a type of
 * callback, a code of a refusal. A program that has the package of today reads all of it, and loses nothing.
 */

const ADDED = 'added_later'

/** A value with another member in each object, and with a value that nobody knows wherever a list of values stands. */
function grown(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional)
    return grown(schema.def.innerType, value)
  if (schema instanceof z.ZodMiniEnum) return ADDED
  if (schema instanceof z.ZodMiniArray && Array.isArray(value))
    return value.map((entry) => grown(schema.def.element, entry))
  if (schema instanceof z.ZodMiniUnion) {
    const fitting = schema.def.options.find((option) => z.safeParse(option, value).success)
    return fitting ? grown(fitting, value) : value
  }
  if (!(schema instanceof z.ZodMiniObject) || typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, member]) => {
    const known = schema.def.shape[name]
    return [name, known ? grown(known, member) : member]
  })
  return { ...Object.fromEntries(members), [ADDED]: { of: [ADDED] } }
}

const groups: Contract = contract
const routes = Object.entries(groups).flatMap(([group, named]) =>
  Object.entries(named).flatMap(([name, route]) =>
    isPartners(route) ? [{ name: `${group}.${name}`, route }] : [],
  ),
)

/** Rows are read in another way. */
function isPartners(route: Route): route is Route & { caller: 'partner' | 'anyone'; isRows?: never } {
  return (route.caller === 'partner' || route.caller === 'anyone') && !route.isRows
}

/** A partner of an exchange that answers everything in one way. */
const partnerOf = (answer: unknown, status = 200) =>
  createPartner({
    baseUrl: 'https://exchange.example',
    apiKey: 'KEY',
    secret: 'secret',
    fetch: () => Promise.resolve(Response.json(answer, { status })),
  })

/** Routes whose example has a list of values, or an object, that something can be added to. */
const growing = routes.filter(({ name, route }) => {
  const answer = answerOf(name, route)
  return JSON.stringify(grown(route.answer, answer)) !== JSON.stringify(answer)
})

test.for(growing)('an answer of $name may gain members', async ({ name, route }) => {
  const answer = grown(route.answer, answerOf(name, route))
  expect(await partnerOf(answer).call(route, {})).toEqual(answer)
})

test('the answers above are nearly all answers, and have lists that may gain values', () => {
  expect(growing.length).toBeGreaterThan(routes.length - 8)
  const withLists = routes.filter(({ name, route }) =>
    JSON.stringify(grown(route.answer, answerOf(name, route))).includes(`:"${ADDED}"`),
  )
  expect(withLists.length).toBeGreaterThan(8)
})

const secret = 'sandbox-callback-secret'
const locked = {
  type: 'withdrawals_locked',
  version: 2,
  lock: { client_order_id: 'A', partner_order_id: 'b', client_email: null, locked_until_sec: '1.000000' },
}
const callbacks = [
  ['of an order, version 2', CallbackV2, makeTestCallback({ secret }).body],
  ['of an order, version 1', CallbackV1, makeTestCallback({ secret, version: 1 }).body],
  ['with a code', CodeCallback, makeTestCallback({ secret, withdrawal: {} }).body],
  ['of a declined attempt', AttemptDeclined, makeTestCallback({ secret, attempt: {} }).body],
  ['of locked withdrawals', LockedCallback, JSON.stringify(locked)],
] as const

/** A callback with that body, signed as the exchange signs it. */
function signed(body: unknown) {
  const text = JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const headers = {
    'API-Signature': signCallback(secret, text),
    'webhook-id': 'test_callback_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signWebhook(secret, 'test_callback_1', timestamp, text),
  }
  return { body: text, headers, secret }
}

test.for(callbacks)('a callback %s may gain members', ([, schema, body]) => {
  const callback = grown(schema, JSON.parse(body))
  expect(verifyCallback(signed(callback))).toEqual({ ok: true, id: 'test_callback_1', callback })
})

test('callbacks of other types may be added', () => {
  const callback = { type: ADDED, version: 2, anything: { at: 1 } }
  expect(verifyCallback(signed(callback))).toEqual({ ok: true, id: 'test_callback_1', callback })
})

test('events of other types may be added to the feed', async () => {
  const event = { id: 1, callback_id: 'cb_1', created_at: '1.000000', callback: { type: ADDED, version: 2 } }
  const feed = { data: [event], next_after: 1 }
  expect(await partnerOf(feed).call(contract.partner.events, {})).toEqual(feed)
})

test('refusals of other codes may be added, with more members', async () => {
  const problem = {
    type: 'about:blank',
    title: 'Added later',
    status: 422,
    detail: 'Something that could not be said before.',
    success: 0,
    code: ADDED,
    request_id: 'req_1',
    errors: [{ pointer: '/payin_amount', code: ADDED, detail: 'Neither could this.', [ADDED]: 1 }],
    [ADDED]: { of: 1 },
  }
  const refused = await partnerOf(problem, 422)
    .call(contract.partner.healthcheck, {})
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProblemError)
  expect(refused).toMatchObject({ code: ADDED, problem })
})

test('a removed member or a changed kind needs another version', async () => {
  const route = contract.partner.order
  const whole = z.parse(z.record(z.string(), z.unknown()), answerOf('partner.order', route))
  const sending = { params: { partner_order_id: 'a-1' } }
  const less = { ...whole, client_order_id: undefined }
  await expect(partnerOf(less).call(route, sending)).rejects.toThrow('cannot be read')
  await expect(partnerOf({ ...less, client_order_id: 7 }).call(route, sending)).rejects.toThrow(
    'cannot be read',
  )
})
