import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'
import { registerClient, type RegisteredClient } from './registerClient.ts'

let rig: Rig
let mailed: string[]
beforeEach(async () => {
  mailed = []
  rig = await openRig({
    mail: {
      shown: true,
      async send({ email }) {
        mailed.push(email)
      },
      notify: async () => ({ is: 'sent' }),
      tellPartner: async () => ({ is: 'sent' }),
    },
  })
})
afterEach(() => rig.close())

const PASSWORD = 'correct horse battery'
const NEXT = 'staple battery horse'
const client_ip = '203.0.113.7'

const logIn = (email: string, password: string): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/client/login', { email, password, client_ip, remote_country: 'DE' })
const isOpen = async (client: RegisteredClient): Promise<boolean> =>
  (await client.send('GET', '/api/v2/client/balance')).status === 200
const openSession = (login: Reply): Promise<Reply> =>
  rig.widget('POST', '/api/v2/client/session', { ts: login.at('ts') })
const change = (client: RegisteredClient, current = PASSWORD): Promise<Reply> =>
  client.send('POST', '/api/v2/client/password', { current, new: NEXT })
const setBy = (as: typeof shop, { externalId }: RegisteredClient, headers = {}): Promise<Reply> =>
  rig.partner('POST', `/api/v2/partner/client/${externalId}/password`, { password: NEXT }, { as, headers })
const requestCode = (email: string, as = shop): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/client/password/code', { email, client_ip }, { as })
const reset = (email: string, code: unknown, as = shop): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/client/password/reset', { email, code, password: NEXT }, { as })

/** By each of the three ways in which a password changes. */
const ways = {
  'changed by the client': (client: RegisteredClient) => change(client),
  'set by the partner': (client: RegisteredClient) => setBy(shop, client),
  'reset by a mailed code': async ({ email }: RegisteredClient) =>
    reset(email, (await requestCode(email)).at('sandbox_code')),
}

describe.each(Object.entries(ways))('a client’s password that is %s', (_name, by) => {
  test('a new password replaces the former one, and ends sessions and login tokens', async () => {
    const client = await registerClient(rig)
    const { email } = client
    const path = `/api/widget/${await rig.openRequest()}`
    const code = (await rig.widget('POST', `${path}/code`, { email })).at('sandbox_code')
    const inWidget = String((await rig.widget('POST', `${path}/session`, { email, code })).at('session'))
    const before = await logIn(email, PASSWORD)
    const changed = await by(client)
    expect([changed.status, changed.at('is_changed')]).toEqual([200, 1])
    expect(await isOpen(client)).toBe(false)
    expect((await rig.widget('GET', path, undefined, inWidget)).at('buyer')).toBeNull()
    expect(statusAndCode(await openSession(before))).toEqual([401, 'ts_invalid'])
    expect(statusAndCode(await logIn(email, PASSWORD))).toEqual([401, 'login_invalid'])
    expect((await openSession(await logIn(email, NEXT))).status).toBe(200)
  })

  test('a new password leaves other clients signed in', async () => {
    const [client, other] = [await registerClient(rig), await registerClient(rig)]
    await by(client)
    expect(await isOpen(other)).toBe(true)
  })
})

test('a wrong present password changes nothing and ends nothing', async () => {
  const client = await registerClient(rig)
  const reply = await change(client, 'something else')
  expect(statusAndCode(reply)).toEqual([422, 'password_invalid'])
  expect(reply.at('errors.0.pointer')).toBe('/current')
  expect(await isOpen(client)).toBe(true)
  expect((await logIn(client.email, PASSWORD)).status).toBe(200)
})

test('a client whom nobody has registered has no password to change', async () => {
  const entry = await rig.openRequest()
  const session = await rig.buyerAt(entry, 'guest@example.com')
  const body = { current: PASSWORD, new: NEXT }
  const reply = await rig.widget('POST', '/api/v2/client/password', body, session)
  expect(statusAndCode(reply)).toEqual([422, 'password_invalid'])
})

test('one of two simultaneous password changes counts', async () => {
  const client = await registerClient(rig)
  const replies = await Promise.all([change(client), change(client)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('a client’s present password may be tried as often as a login, and both count together', async () => {
  const limited = await openRig({ limitsFactor: 1 })
  try {
    const client = await registerClient(limited)
    const body = { current: 'wrong one', new: NEXT }
    for (let tries = 1; tries < 5; tries++)
      expect((await client.send('POST', '/api/v2/client/password', body)).status).toBe(422)
    expect((await client.send('POST', '/api/v2/client/password', body)).status).toBe(429)
  } finally {
    await limited.close()
  }
})

describe('the passwords that a partner sets', () => {
  test('a partner sets the passwords of its own clients alone', async () => {
    const client = await registerClient(rig)
    expect(statusAndCode(await setBy(rival, client))).toEqual([404, 'client_unknown'])
    expect(await isOpen(client)).toBe(true)
  })

  test('a partner sets a password only once under an Idempotency-Key', async () => {
    const client = await registerClient(rig)
    const headers = { 'Idempotency-Key': 'set-once' }
    const first = await setBy(shop, client, headers)
    const session = String((await openSession(await logIn(client.email, NEXT))).at('session'))
    const again = await setBy(shop, client, headers)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await rig.stores.sessions.clientOf(session)).toBeDefined()
  })
})

describe('a mailed code for a new password', () => {
  test('a code for a new password is mailed to a registered client alone, with one answer for everybody', async () => {
    const { email } = await registerClient(rig)
    const [known, unknown] = [await requestCode(email.toUpperCase()), await requestCode('nobody@example.com')]
    expect([known.status, Object.keys(known.body as object)]).toEqual([
      unknown.status,
      Object.keys(unknown.body as object),
    ])
    expect(mailed).toEqual([email.toUpperCase()])
    expect(statusAndCode(await reset('nobody@example.com', unknown.at('sandbox_code')))).toEqual([
      422,
      'code_invalid',
    ])
  })

  test('a code for a new password works once, for its client at its partner, and signs nobody in', async () => {
    const [client, other] = [await registerClient(rig), await registerClient(rig)]
    const code = (await requestCode(client.email)).at('sandbox_code')
    for (const reply of [await reset(other.email, code), await reset(client.email, code, rival)])
      expect(statusAndCode(reply)).toEqual([422, 'code_invalid'])
    const entry = `/api/widget/${await rig.openRequest()}`
    const body = { email: client.email, code }
    expect(statusAndCode(await rig.widget('POST', `${entry}/session`, body))).toEqual([422, 'code_invalid'])
    expect((await reset(client.email, code)).status).toBe(200)
    expect(statusAndCode(await reset(client.email, code))).toEqual([422, 'code_invalid'])
  })

  test('a code for a new password ends with the address that it was mailed to', async () => {
    const client = await registerClient(rig)
    const code = (await requestCode(client.email)).at('sandbox_code')
    const path = `/api/v2/partner/client/${client.externalId}/update`
    await rig.partner('PATCH', path, { email: 'moved@example.com' })
    for (const email of [client.email, 'moved@example.com'])
      expect(statusAndCode(await reset(email, code))).toEqual([422, 'code_invalid'])
  })

  test('a code for a new password expires after ten minutes and after five wrong tries', async () => {
    const limited = await openRig({ limitsFactor: 1 })
    try {
      const { email } = await registerClient(limited)
      const path = '/api/v2/partner/client/password'
      const ask = () => limited.partner('POST', `${path}/code`, { email, client_ip })
      const enter = (code: unknown) =>
        limited.partner('POST', `${path}/reset`, { email, code, password: NEXT })
      const late = (await ask()).at('sandbox_code')
      limited.pass(10 * 60_000)
      expect(statusAndCode(await enter(late))).toEqual([422, 'code_invalid'])
      const code = (await ask()).at('sandbox_code')
      const wrong = code === '000000' ? '000001' : '000000'
      for (let tries = 0; tries < 5; tries++) {
        limited.pass(60_000)
        expect(statusAndCode(await enter(wrong))).toEqual([422, 'code_invalid'])
      }
      limited.pass(60_000)
      expect(statusAndCode(await enter(code))).toEqual([422, 'code_invalid'])
      for (let more = 0; more < 3; more++) expect((await ask()).status).toBe(200)
      expect((await ask()).status).toBe(429)
    } finally {
      await limited.close()
    }
  })
})
