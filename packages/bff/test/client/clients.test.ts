import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, rival, type Reply, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
const PASSWORD = 'correct horse battery'

let clientCount = 0
function newClient(fields: object = {}) {
  clientCount += 1
  return {
    client_external_id: `client-${clientCount}`,
    email: `client-${clientCount}@example.com`,
    password: PASSWORD,
    ...origin,
    ...fields,
  }
}

function register(fields: object): Promise<Reply> {
  return rig.partner('POST', '/api/v2/partner/client/register', fields)
}

async function registerNew(fields: object = {}) {
  const client = newClient(fields)
  expect((await register(client)).status).toBe(200)
  return client
}

function logIn(email: string, password = PASSWORD, as?: typeof rival): Promise<Reply> {
  return rig.partner('POST', '/api/v2/partner/client/login', { email, password, ...origin }, as && { as })
}

function openSession(ts: unknown): Promise<Reply> {
  return rig.widget('POST', '/api/v2/client/session', { ts })
}

function endSession(session: string): Promise<Reply> {
  return rig.widget('DELETE', '/api/v2/client/session', undefined, session)
}

async function sessionOf(email: string): Promise<string> {
  return String((await openSession((await logIn(email)).at('ts'))).at('session'))
}

const infoPath = (id: string) => `/api/v2/partner/client/${id}`

describe('the registration of a client', () => {
  test('a registration keeps what its partner says, and answers it', async () => {
    const client = newClient({
      email: 'Ada.Lovelace@Example.com',
      phone: '+44 20 7946 0958',
      email_verified: 1,
      phone_verified: 0,
      first_name: 'Ada',
      last_name: 'Lovelace',
      birth_date: '1985-12-10 00:00:00.000000',
      gender: 'female',
      country: 'GB',
    })
    const { client_external_id } = client
    const reply = await register(client)
    expect([reply.status, reply.body]).toEqual([200, { client_external_id, is_registered: 1 }])
    const info = await rig.partner('POST', infoPath(client_external_id))
    expect(info.body).toEqual({
      client_external_id,
      external_email: 'ada.lovelace@example.com',
      external_phone: '+44 20 7946 0958',
      external_email_verified: 1,
      external_phone_verified: 0,
      first_name: 'Ada',
      last_name: 'Lovelace',
      birth_date: '1985-12-10 00:00:00.000000',
      gender: 'female',
      country: 'GB',
      limits: { client_limit_in_EUR: 0, verification_level: 'unverified' },
    })
    expect(info.text).not.toContain(PASSWORD)
    // A body that the route does not read is signed all the same.
    expect((await rig.partner('POST', infoPath(client_external_id), {})).text).toBe(info.text)
  })

  test('a registration takes an external id once, and an address once, whatever its case', async () => {
    const client = await registerNew()
    const sameId = await register(newClient({ client_external_id: client.client_external_id }))
    expect([sameId.status, sameId.at('code')]).toEqual([409, 'client_external_id_taken'])
    expect(sameId.at('errors.0.pointer')).toBe('/client_external_id')
    const sameEmail = await register(newClient({ email: client.email.toUpperCase() }))
    expect([sameEmail.status, sameEmail.at('code')]).toEqual([409, 'email_taken'])
    expect(sameEmail.at('errors.0.pointer')).toBe('/email')
  })

  test('ten registrations at once make one client', async () => {
    const client = newClient()
    const replies = await Promise.all(Array.from({ length: 10 }, () => register(client)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(409),
    ])
  })

  test('a registration finds the client who ordered under its address before', async () => {
    const email = 'earlier@example.com'
    const { clientId } = await placeForStranger(email)
    await registerNew({ email })
    const session = await sessionOf(email)
    expect(await rig.stores.sessions.clientOf(session)).toBe(clientId)
  })

  test.each([
    [{ remote_country: 'KP' }, 422, 'country_forbidden'],
    [{ country: 'KP' }, 422, 'country_forbidden'],
    [{ birth_date: '1990-02-30' }, 400, 'validation_failed'],
    [{ birth_date: '2990-01-01' }, 400, 'validation_failed'],
    [{ birth_date: '2008-03-02' }, 400, 'validation_failed'],
    [{ first_name: '4111 1111 1111 1111' }, 400, 'validation_failed'],
    [{ gender: 'other' }, 400, 'validation_failed'],
    [{ password: 'short' }, 400, 'validation_failed'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ client_external_id: 'login' }, 400, 'id_reserved'],
    [{ client_external_id: 'a b' }, 400, 'validation_failed'],
    [{ client_ip: 'here' }, 400, 'validation_failed'],
    [{ nickname: 'x' }, 400, 'unknown_field'],
    [{ email_verified: 2 }, 400, 'validation_failed'],
  ])('a registration refuses %j', async (fields, status, code) => {
    const client = newClient(fields)
    const reply = await register(client)
    expect([reply.status, reply.at('code')]).toEqual([status, code])
    expect((await rig.partner('POST', infoPath(`client-${clientCount}`))).status).toBe(404)
  })

  test.each(['client_external_id', 'email', 'password', 'client_ip', 'remote_country'])(
    'a registration requires %s',
    async (field) => {
      const { [field]: _missing, ...rest } = newClient() as Record<string, unknown>
      const reply = await register(rest)
      expect([reply.status, reply.at('code')]).toEqual([400, 'field_required'])
    },
  )

  test('a registration is done once under an Idempotency-Key', async () => {
    const client = newClient()
    const headers = { 'Idempotency-Key': 'register-once' }
    const [first, again] = [
      await rig.partner('POST', '/api/v2/partner/client/register', client, { headers }),
      await rig.partner('POST', '/api/v2/partner/client/register', client, { headers }),
    ]
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
  })
})

describe('the login of a client', () => {
  test('a login gives a token that opens one session, which ends when it is told to', async () => {
    const { email } = await registerNew()
    const login = await logIn(email.toUpperCase())
    expect(login.status).toBe(200)
    const opened = await openSession(login.at('ts'))
    expect([opened.status, Object.keys(opened.body as object)]).toEqual([200, ['session', 'expires_at']])
    expect(opened.at('expires_at')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/)
    const again = await openSession(login.at('ts'))
    expect([again.status, again.at('code')]).toEqual([401, 'ts_invalid'])
    const session = String(opened.at('session'))
    expect((await endSession(session)).body).toEqual({ ended: 1 })
    const ended = await endSession(session)
    expect([ended.status, ended.at('code')]).toEqual([401, 'session_invalid'])
    expect(ended.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a login token that is used ten times at once opens one session', async () => {
    const { email } = await registerNew()
    const ts = (await logIn(email)).at('ts')
    const replies = await Promise.all(Array.from({ length: 10 }, () => openSession(ts)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(401),
    ])
  })

  test('a login gives a token for fifteen minutes and a session for a day', async () => {
    const { email } = await registerNew()
    const late = (await logIn(email)).at('ts')
    rig.pass(15 * 60 * 1_000)
    expect((await openSession(late)).at('code')).toBe('ts_invalid')
    const session = await sessionOf(email)
    rig.pass(24 * 60 * 60 * 1_000 - 1_000)
    expect(await rig.stores.sessions.clientOf(session)).toBeDefined()
    rig.pass(1_000)
    expect((await endSession(session)).at('code')).toBe('session_invalid')
  })

  test('a login answers a wrong password and an unknown address alike', async () => {
    const { email } = await registerNew()
    const wrong = await logIn(email, 'something else')
    const unknown = await logIn('not-registered@example.com')
    expect([wrong.status, wrong.at('code'), wrong.at('detail')]).toEqual([
      401,
      'login_invalid',
      unknown.at('detail'),
    ])
    expect(unknown.status).toBe(401)
    expect(wrong.headers.get('www-authenticate')).toBeNull()
  })

  test('a login of another partner’s client is unknown', async () => {
    const { email, client_external_id } = await registerNew()
    expect((await logIn(email, PASSWORD, rival)).at('code')).toBe('login_invalid')
    const info = await rig.partner('POST', infoPath(client_external_id), undefined, { as: rival })
    expect([info.status, info.at('code')]).toEqual([404, 'client_unknown'])
  })
})

describe('the update of a client', () => {
  test.each(['PATCH', 'POST'])('an update by %s changes what is sent', async (method) => {
    const { client_external_id: id } = await registerNew({ phone: '+49 30 1', phone_verified: 1 })
    const reply = await rig.partner(method, `${infoPath(id)}/update`, { phone: '+49 30 22222' })
    expect([reply.status, reply.body]).toEqual([200, { client_external_id: id, is_updated: 1 }])
    expect((await rig.partner('POST', infoPath(id))).body).toMatchObject({
      external_phone: '+49 30 22222',
      external_phone_verified: 0,
    })
  })

  test('an update takes the verified mark from what it changes unless the mark is sent too, and keeps all others', async () => {
    const { client_external_id: id, email } = await registerNew({ email_verified: 1 })
    const update = (fields: object) => rig.partner('PATCH', `${infoPath(id)}/update`, fields)
    const isEmailVerified = async () =>
      (await rig.partner('POST', infoPath(id))).at('external_email_verified')
    await update({ email: email.toUpperCase() })
    expect(await isEmailVerified()).toBe(1)
    await update({ email: `new-${email}` })
    expect(await isEmailVerified()).toBe(0)
    await update({ email: `newer-${email}`, email_verified: 1 })
    expect(await isEmailVerified()).toBe(1)
    await update({ email_verified: 0 })
    expect(await isEmailVerified()).toBe(0)
    expect((await logIn(`newer-${email}`)).status).toBe(200)
    expect((await logIn(email)).status).toBe(401)
  })

  test('an update gives a client its level for a verified phone and address, and takes it back with either', async () => {
    const marks = { email_verified: 1, phone_verified: 1 }
    const { client_external_id: id } = await registerNew({ phone: '+49 30 1', ...marks })
    const level = async (of: string) =>
      (await rig.partner('POST', infoPath(of))).at('limits.verification_level')
    const update = (fields: object) => rig.partner('PATCH', `${infoPath(id)}/update`, fields)
    expect(await level(id)).toBe('email_phone')
    await update({ phone: '+49 30 2' })
    expect(await level(id)).toBe('unverified')
    await update({ phone_verified: 1 })
    expect(await level(id)).toBe('email_phone')
    expect(await level((await registerNew(marks)).client_external_id)).toBe('unverified')
  })

  test('an update to an address that another client has is refused', async () => {
    const [one, other] = [await registerNew(), await registerNew()]
    const path = `${infoPath(one.client_external_id)}/update`
    const reply = await rig.partner('PATCH', path, { email: other.email })
    expect([reply.status, reply.at('code')]).toEqual([409, 'email_taken'])
  })

  test('an update of a client that nobody has registered is unknown', async () => {
    const reply = await rig.partner('PATCH', `${infoPath('not-there')}/update`, { phone: '+49 30 1' })
    expect([reply.status, reply.at('code')]).toEqual([404, 'client_unknown'])
  })
})

test('a client’s login may be tried five times a minute, with a right or a wrong password', async () => {
  const limited = await openRig({ limitsFactor: 1 })
  try {
    const logInThere = (password: string) =>
      limited.partner('POST', '/api/v2/partner/client/login', { email: 'a@example.com', password, ...origin })
    await limited.partner('POST', '/api/v2/partner/client/register', newClient({ email: 'a@example.com' }))
    const first = await logInThere('wrong one')
    expect(first.headers.get('ratelimit')).toMatch(/^"login";r=4;t=60, "partner";r=\d+;t=1$/)
    expect(first.headers.get('ratelimit-policy')).toBe('"login";q=5;w=60, "partner";q=100;w=1')
    for (let tries = 1; tries < 5; tries++) expect((await logInThere('wrong one')).status).toBe(401)
    const sixth = await logInThere(PASSWORD)
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])
    limited.pass(60_000)
    expect((await logInThere(PASSWORD)).status).toBe(200)
  } finally {
    await limited.close()
  }
})

test('a client’s routes refuse every call without a session', async () => {
  for (const headers of [{}, { Authorization: 'Bearer x' }, { Authorization: `Bearer ${'a'.repeat(32)}` }]) {
    const reply = await rig.send('DELETE', '/api/v2/client/session', { headers })
    expect([reply.status, reply.at('code')]).toEqual([401, 'session_invalid'])
  }
})

/** Places an order of a client that nobody has registered. */
async function placeForStranger(email: string): Promise<{ clientId: string | null | undefined }> {
  const reply = await rig.partner('POST', '/api/v2/partner/order/create', {
    partner_order_id: 'of-an-earlier-client',
    payin_currency: 'EUR',
    payin_amount: '50.00',
    payout_currency: 'ETH',
    dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
    client_email: email,
    ...origin,
  })
  return { clientId: (await rig.stores.orders.find(String(reply.at('client_order_id'))))?.clientId }
}
