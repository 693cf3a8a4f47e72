import { answerOf } from '@cambio/bff/reference/examples.ts'
import {
  contract,
  createClientSession,
  createPartner,
  ProblemError,
  verifyCallback,
} from '@cambio/partner/index.ts'
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
const ADDED_NUMBER = 3

/** A value with another member in each object, and with a value that nobody knows wherever a list of values stands. */
function grown(schema: z.core.$ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional)
    return grown(schema.def.innerType, value)
  if (schema instanceof z.ZodMiniEnum) return ADDED
  if (schema instanceof z.ZodMiniArray && Array.isArray(value))
    return value.map((entry) => grown(schema.def.element, entry))
  if (schema instanceof z.ZodMiniUnion) {
    if (isNumberList(schema)) return ADDED_NUMBER
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

/** A list of numbers, such as of versions. A flag is 0 or 1. */
function isNumberList({ def }: z.ZodMiniUnion): boolean {
  return def.options.some((option) => option instanceof z.ZodMiniLiteral && Number(option.def.values[0]) > 1)
}

const groups: Contract = contract
const routes = Object.entries(groups).flatMap(([group, named]) =>
  Object.entries(named)
    .filter(([, { caller }]) => caller === 'partner' || caller === 'client' || caller === 'anyone')
    .map(([name, route]) => ({ name: `${group}.${name}`, route })),
)

/** What a program reads, of an exchange that gives every call the same answer. */
async function read(route: Route, answer: unknown, status = 200): Promise<unknown> {
  const baseUrl = 'https://exchange.example'
  const text = JSON.stringify(answer) + (route.isRows ? '\n' : '')
  const fetch = () => Promise.resolve(new Response(text, { status }))
  if (isClients(route)) return createClientSession({ baseUrl, session: 'session', fetch }).call(route, {})
  const partner = createPartner({ baseUrl, apiKey: 'KEY', secret: 'secret', fetch })
  if (isPartners(route)) return partner.call(route, {})
  if (!isRows(route)) throw new Error(`${route.path} is not for partners`)
  for await (const row of partner.rows(route, {})) return row
  return undefined
}

function isClients(route: Route): route is Route & { caller: 'client'; isRows?: never } {
  return route.caller === 'client' && !route.isRows
}

function isPartners(route: Route): route is Route & { caller: 'partner' | 'anyone'; isRows?: never } {
  return (route.caller === 'partner' || route.caller === 'anyone') && !route.isRows
}

function isRows(route: Route): route is Route & { caller: 'partner'; isRows: true } {
  return route.caller === 'partner' && route.isRows === true
}

/** Routes whose example has a list of values, or an object, that something can be added to. */
const growing = routes.filter(({ name, route }) => {
  const answer = answerOf(name, route)
  return JSON.stringify(grown(route.answer, answer)) !== JSON.stringify(answer)
})

test.for(growing)('an answer of $name may gain members', async ({ name, route }) => {
  const answer = grown(route.answer, answerOf(name, route))
  expect(await read(route, answer)).toEqual(answer)
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
  expect(await read(contract.partner.events, feed)).toEqual(feed)
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
  const refused = await read(contract.partner.healthcheck, problem, 422).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ProblemError)
  expect(refused).toMatchObject({ code: ADDED, problem })
})

test('a removed member or a changed kind needs another version', async () => {
  const route = contract.partner.order
  const whole = z.parse(z.record(z.string(), z.unknown()), answerOf('partner.order', route))
  const less = { ...whole, client_order_id: undefined }
  await expect(read(route, less)).rejects.toThrow('cannot be read')
  await expect(read(route, { ...less, client_order_id: 7 })).rejects.toThrow('cannot be read')
})
