import { sandboxRates } from '@cambio/rails/rates/sandboxRates.ts'
import { systemRandom } from '@cambio/server/Random.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { describe, expect, test } from 'vitest'
import { argon2Passwords } from '../../src/authenticate/argon2.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'

/* What one partner asks for in hundreds, it waits for alone. */

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
const password = 'correct horse battery'

function logIn(rig: Rig, as: typeof shop, client: number): Promise<Reply> {
  const body = { email: `client-${client}@example.com`, password, ...origin }
  return rig.partner('POST', '/api/v2/partner/client/login', body, { as })
}

test('many logins of one partner delay no other partner’s client, and those beyond its line learn when to come', async () => {
  const passwords = argon2Passwords({ random: systemRandom, mostWaiting: 16 })
  // Whose passwords were checked, in order, and how many were before each partner got into the line.
  const checked: string[] = []
  const before = new Map<string, number>()
  const isRight: typeof passwords.isRight = async (password, hash, partnerId) => {
    if (!before.has(partnerId)) before.set(partnerId, checked.length)
    const is = await passwords.isRight(password, hash, partnerId)
    checked.push(partnerId)
    return is
  }
  const rig = await openRig({ passwords: { ...passwords, isRight } })
  // Nobody is registered, for which a login takes the same work.
  const flood = Array.from({ length: 40 }, (_, client) => logIn(rig, shop, client))
  const [own, ...replies] = await Promise.all([logIn(rig, rival, 1), ...flood])
  expect(own.status).toBe(401)
  const [other] = await rig.query<{ id: string }>(statement(`select id from partner where api_key = 'RIVAL'`))
  const id = other?.id ?? ''
  expect(checked).toContain(id)
  // In one line with the flood it would have waited for sixteen and more.
  expect(checked.indexOf(id) - (before.get(id) ?? 0)).toBeLessThan(10)
  const refused = replies.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(10)
  expect(replies.filter(({ status }) => status === 401).length).toBe(40 - refused.length)
  for (const reply of refused)
    expect([reply.at('code'), reply.headers.get('retry-after')]).toEqual(['unavailable', '1'])
  await rig.close()
})

describe('requests under an Idempotency-Key', () => {
  const keyed = (rig: Rig, path: string, body: object, as: typeof shop, key: string) =>
    rig.partner('POST', path, body, { as, headers: { 'Idempotency-Key': key } })
  const openWidget = (rig: Rig, as: typeof shop, key: string) =>
    keyed(rig, '/api/v2/partner/create_request', {}, as, key)

  test('requests under an Idempotency-Key hold no connection while prices are asked for', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const rig: Rig = await openRig({
      rates: {
        async prices() {
          await held
          return sandboxRates({ clock: { now: () => rig.exchange.clock.now() } }).prices()
        },
      },
    })
    const creates = Array.from({ length: 12 }, (_, index) =>
      keyed(rig, createPath, createBody(`held-${index}`), shop, `held-${index}`),
    )
    const change = { phone: '+49 30 123456' }
    const other = keyed(rig, '/api/v2/partner/client/nobody/update', change, shop, 'meanwhile')
    expect((await other).status).toBe(404)
    letGo()
    expect(new Set((await Promise.all(creates)).map(({ status }) => status))).toEqual(new Set([200]))
    await rig.close()
  })

  test('requests under an Idempotency-Key hold no connection while passwords are hashed', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const cheap = { memory: 8, passes: 1, parallelism: 1 }
    const rig: Rig = await openRig({
      passwords: {
        ...argon2Passwords({ random: systemRandom, cost: cheap }),
        async hash() {
          await held
          return 'a hash'
        },
      },
    })
    const registers = Array.from({ length: 12 }, (_, client) =>
      keyed(
        rig,
        '/api/v2/partner/client/register',
        {
          client_external_id: `client-${client}`,
          email: `client-${client}@example.com`,
          password,
          ...origin,
        },
        shop,
        `register-${client}`,
      ),
    )
    expect((await openWidget(rig, shop, 'meanwhile')).status).toBe(200)
    letGo()
    expect(new Set((await Promise.all(registers)).map(({ status }) => status))).toEqual(new Set([200]))
    await rig.close()
  })

  test('requests of one partner, however many hang, leave connections to the other partners', async () => {
    const rig = await openRig()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: claimed, resolve: claim } = Promise.withResolvers<void>()
    // Somebody has the key and does not end: whoever comes with it waits in the database.
    const first = rig.owner.transaction(async (query) => {
      await query(
        statement(
          `insert into idempotency (caller, caller_id, route, key, fingerprint, created_at)
           select 'partner', id, 'POST /api/v2/partner/create_request', 'hanging', '\\x00', now()
           from partner where api_key = 'SHOP'`,
        ),
      )
      claim()
      await held
      throw new Error('It came to nothing')
    })
    const ended = first.catch((error: unknown) => String(error))
    await claimed
    const hanging = Array.from({ length: 20 }, () => openWidget(rig, shop, 'hanging'))
    const others = await Promise.all([1, 2, 3].map((number) => openWidget(rig, rival, `other-${number}`)))
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
    letGo()
    expect(await ended).toContain('It came to nothing')
    expect(new Set((await Promise.all(hanging)).map(({ text }) => text)).size).toBe(1)
    await rig.close()
  })

  test('requests beyond the line of their partner are told when to come again, and came to nothing', async () => {
    const rig = await openRig()
    const flood = await Promise.all(
      Array.from({ length: 300 }, (_, index) => openWidget(rig, shop, `flood-${index}`)),
    )
    const refused = flood.filter(({ status }) => status === 503)
    expect(refused.length).toBeGreaterThan(0)
    for (const reply of refused)
      expect([reply.at('code'), reply.headers.get('retry-after')]).toEqual(['unavailable', '1'])
    const [row] = await rig.query<{ keys: bigint }>(statement('select count(*) as keys from idempotency'))
    expect(Number(row?.keys)).toBe(300 - refused.length)
    await rig.close()
  })
})
