import { door, type DoorEnv } from '@cambio/server/http/door.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { PartnerId } from '@cambio/wire/http/field.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { route, type Contract } from '@cambio/wire/http/route.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { Entry } from '@cambio/wire/widget/Widget.ts'
import fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createApp } from '../../src/http/app.ts'
import type { AnyHandlers, Handler } from '../../src/http/Handler.ts'
import { mount } from '../../src/http/mount.ts'
import { refuse } from '../../src/http/problem.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'
import { files, openRig, shop, type Rig } from '../rig.ts'

/* What the door does for any route, shown with routes of no meaning. */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

/** An app with a contract of its own in front of the rig's database. */
function mountApp(contract: Contract, handlers: AnyHandlers): Hono<DoorEnv> {
  const { random, log, metrics } = rig.exchange
  const app = new Hono<DoorEnv>()
  app.use(
    door(
      { random, log, metrics },
      {
        trustedProxies: [],
        url: rig.exchange.baseUrl,
        refuse: (c, code) => refuse(c, new Refusal(code === 'body_incomplete' ? 'malformed_json' : code)),
      },
    ),
  )
  const { stores } = rig
  mount(app, rig.exchange, {
    contract,
    handlers,
    storeDeps: storeDepsOf(rig.exchange),
    stores,
    checkAnswers: true,
  })
  return app
}

const Problem = z.object({ code: z.string(), errors: z.array(z.object({ pointer: z.string() })) })

describe('an Idempotency-Key', () => {
  const shared = {
    method: 'POST',
    summary: 'Counts how often it was carried out',
    body: z.strictObject({ note: z.string() }),
    answer: z.object({ times: z.int() }),
    refusals: [],
    idempotent: true,
  } as const
  const noteOfBuyer = route({
    ...shared,
    path: '/api/test/{entry}/note',
    caller: 'buyer',
    params: z.object({ entry: Entry }),
    query: z.strictObject({ tone: z.optional(z.string()) }),
  })
  const noteOfPartner = route({ ...shared, path: '/api/test/note', caller: 'partner' })
  let times = 0
  const count = async () => ({ times: ++times })
  const countForBuyer: Handler<typeof noteOfBuyer> = count
  const countForPartner: Handler<typeof noteOfPartner> = count

  async function send(path: string, key: string, credentials: Record<string, string>) {
    const app = mountApp(
      { test: { noteOfBuyer, noteOfPartner } },
      { test: { noteOfBuyer: countForBuyer, noteOfPartner: countForPartner } },
    )
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key, ...credentials }
    const answer = await app.request(path, { method: 'POST', headers, body })
    return {
      text: await answer.text(),
      replayed: answer.headers.get('idempotent-replayed'),
      status: answer.status,
    }
  }
  const body = '{"note":"a"}'
  const bearer = (session: string) => ({ Authorization: `Bearer ${session}` })
  const signedHeaders = () => ({
    'API-Key': shop.apiKey,
    'API-Signature': signRequest(shop.secret, '/api/test/note', body),
  })

  test('an Idempotency-Key makes a retry safe for a buyer, as for a partner', async () => {
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, 'again@example.com')
    const first = await send(`/api/test/${entry}/note`, 'key', bearer(session))
    const again = await send(`/api/test/${entry}/note`, 'key', bearer(session))
    expect(again).toEqual({ ...first, replayed: 'true' })
    expect(first).toMatchObject({ status: 200, replayed: null })
  })

  test('an Idempotency-Key is one caller’s own: another buyer and a partner may use it too', async () => {
    const entry = await rig.openRequest()
    const mine = await rig.buyerAt(entry, 'mine-key@example.com')
    const other = await rig.buyerAt(entry, 'other-key@example.com')
    const answers = [
      await send(`/api/test/${entry}/note`, 'shared', bearer(mine)),
      await send(`/api/test/${entry}/note`, 'shared', bearer(other)),
      await send('/api/test/note', 'shared', signedHeaders()),
    ]
    expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual([
      [200, null],
      [200, null],
      [200, null],
    ])
    expect(new Set(answers.map(({ text }) => text)).size).toBe(3)
    const scopes = await rig.query(
      statement("select distinct caller, caller_id from idempotency where key = 'shared'"),
    )
    expect(scopes).toHaveLength(3)
  })

  test('an Idempotency-Key covers the query too', async () => {
    const entry = await rig.openRequest()
    const session = await rig.buyerAt(entry, 'query-key@example.com')
    await send(`/api/test/${entry}/note?tone=low`, 'tone', bearer(session))
    const other = await send(`/api/test/${entry}/note?tone=high`, 'tone', bearer(session))
    expect([other.status, other.text]).toEqual([422, expect.stringContaining('idempotency_mismatch')])
  })

  test('an Idempotency-Key cannot be offered to a caller that has no id', () => {
    const nobodys = route({ ...shared, path: '/api/test/anyone', caller: 'anyone' })
    expect(() => mountApp({ test: { nobodys } }, { test: { nobodys: count } })).toThrow('no id')
  })
})

describe('a query', () => {
  const list = route({
    method: 'GET',
    path: '/api/test/list',
    caller: 'anyone',
    summary: 'Answers the members that it was sent',
    query: z.strictObject({ page: z.optional(z.string()), status: z.optional(z.string()) }),
    answer: z.object({ sent: z.array(z.string()) }),
    refusals: [],
  })
  const handler: Handler<typeof list> = async ({ query }) => ({ sent: Object.keys(query) })
  const request = (search: string) =>
    mountApp({ test: { list } }, { test: { list: handler } }).request(`/api/test/list${search}`)

  test('a query member without a value counts as not sent', async () => {
    for (const search of ['', '?page=&status=', '?page', '?surprise='])
      expect([search, await (await request(search)).json()]).toEqual([search, { sent: [] }])
    expect(await (await request('?page=&status=open')).json()).toEqual({ sent: ['status'] })
  })

  test('a query member that comes twice is refused by its name, whatever its values', async () => {
    for (const search of ['?page=1&page=2', '?page=1&page=1', '?page=&page=1', '?status=a&page=1&page=']) {
      const reply = await request(search)
      const problem = Problem.parse(await reply.json())
      expect([search, reply.status, problem]).toEqual([
        search,
        400,
        { code: 'validation_failed', errors: [{ pointer: '/page' }] },
      ])
    }
  })

  test('an unknown query member is refused by its name', async () => {
    const problem = Problem.parse(await (await request('?__proto__=a')).json())
    expect(problem).toEqual({ code: 'unknown_field', errors: [{ pointer: '/__proto__' }] })
  })
})

test('a path’s own word goes before a parameter in its place, whatever the order of the entries', async () => {
  const at = (path: `/${string}`, method: 'GET' | 'POST' = 'GET') =>
    route({ method, path, caller: 'anyone', summary: path, answer: z.string(), refusals: [] })
  const routes = Object.entries({
    one: at('/api/test/order/{partner_order_id}'),
    list: at('/api/test/order/list'),
    create: at('/api/test/order/create', 'POST'),
    client: at('/api/test/client/{client_external_id}/{verb}'),
    limits: at('/api/test/client/{client_external_id}/limits'),
    register: at('/api/test/client/register/{verb}'),
  })
  const expected = {
    '/api/test/order/list': 'list',
    '/api/test/order/o-1': 'one',
    '/api/test/client/c-1/limits': 'limits',
    '/api/test/client/c-1/other': 'client',
    '/api/test/client/register/limits': 'register',
  }
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(routes, { minLength: routes.length }), async (shuffled) => {
      const handlers = Object.fromEntries(routes.map(([name]) => [name, async () => name]))
      const app = mountApp({ test: Object.fromEntries(shuffled) }, { test: handlers })
      for (const [path, name] of Object.entries(expected))
        expect([path, await (await app.request(path)).json()]).toEqual([path, name])
    }),
    { numRuns: 20, seed: 7 },
  )
})

test('a reserved word of a partner’s ids is refused in a query by its own code', async () => {
  const list = route({
    method: 'GET',
    path: '/api/test/list',
    caller: 'anyone',
    summary: 'Finds an order',
    query: z.strictObject({ partner_order_id: PartnerId }),
    answer: z.literal('found'),
    refusals: [],
  })
  const app = mountApp({ test: { list } }, { test: { list: async () => 'found' } })
  expect(await (await app.request('/api/test/list?partner_order_id=create')).json()).toMatchObject({
    code: 'id_reserved',
  })
})

test('Apple finds the file by which it knows the host as its merchant’s, where there is one', async () => {
  const domainAssociation = '7B227073704964223A22'
  const app = createApp({ ...rig.exchange, domainAssociation }, files)
  const path = '/.well-known/apple-developer-merchantid-domain-association'
  expect(await (await app.request(path)).text()).toBe(domainAssociation)
  expect((await rig.send('GET', path)).status).toBe(404)
})
