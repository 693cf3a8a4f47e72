import { afterEach, beforeEach, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, payer, type Reply, type Rig } from '../rig.ts'
import { registerClient, type RegisteredClient } from './registerClient.ts'

/* A partner gives a client another e-mail address: an order follows its client by id. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const next = 'moved@example.com'

const change = ({ externalId }: RegisteredClient, fields: object): Promise<Reply> =>
  rig.partner('PATCH', `/api/v2/partner/client/${externalId}/update`, fields)
const logIn = ({ email }: { email: string }): Promise<Reply> =>
  rig.partner('POST', '/api/v2/partner/client/login', {
    email,
    password: 'correct horse battery',
    client_ip: '203.0.113.7',
    remote_country: 'DE',
  })
const openSession = (login: Reply): Promise<Reply> =>
  rig.widget('POST', '/api/v2/client/session', { ts: login.at('ts') })
const requestCode = (path: string, email: string): Promise<Reply> =>
  rig.widget('POST', `${path}/code`, { email })
const enterCode = (path: string, email: string, sent: Reply): Promise<Reply> =>
  rig.widget('POST', `${path}/session`, { email, code: sent.at('sandbox_code') })
const buyerOf = async (path: string, session: string): Promise<unknown> =>
  (await rig.widget('GET', path, undefined, session)).at('buyer.email')

/** Has the partner create an order for a client; answers where its page asks for it. */
async function createFor({ email }: { email: string }): Promise<{ path: string; id: string }> {
  const fields = { ...createBody(`for-${email.split('@')[0]}`), client_email: email }
  const created = await rig.partner('POST', createPath, fields)
  const redirect = new URL(String(created.at('redirect')))
  const id = String(created.at('client_order_id'))
  return { id, path: `/api/widget/${id}~${redirect.searchParams.get('k')}` }
}

/** Signs in at an order’s page by a mailed code. */
async function signInAt(path: string, email: string): Promise<string> {
  return String((await enterCode(path, email, await requestCode(path, email))).at('session'))
}

test('an open order belongs to its client at the new address, and to nobody at the old one', async () => {
  const client = await registerClient(rig)
  const { path, id } = await createFor(client)
  const mailedBefore = await requestCode(path, client.email)
  expect((await change(client, { email: next })).status).toBe(200)
  expect(statusAndCode(await requestCode(path, client.email))).toEqual([403, 'not_allowed'])
  expect(statusAndCode(await enterCode(path, client.email, mailedBefore))).toEqual([422, 'code_invalid'])
  const session = await signInAt(path, next)
  expect(await buyerOf(path, session)).toBe(next)
  const { session: own } = (await openSession(await logIn({ email: next }))).body as { session: string }
  const order = await rig.send('GET', `/api/v2/client/order/${id}`, {
    headers: { Authorization: `Bearer ${own}` },
  })
  expect([order.status, order.at('client_order_id')]).toEqual([200, id])
})

test('a charge that was sent is asked about by the address that it was signed with, until it is paid out', async () => {
  const client = await registerClient(rig)
  const { path, id } = await createFor(client)
  const before = await signInAt(path, client.email)
  expect((await rig.widget('PUT', `${path}/payer`, payer, before)).status).toBe(200)
  expect((await rig.charge({ path, session: before }, 'lost_after')).at('order.status')).toBe('processing')
  await change(client, { email: next })
  const session = await signInAt(path, next)
  const [attempt] = await rig.attempts(id)
  rig.card.becomes(String(attempt?.platformOrderId), 'settled')
  await rig.settle()
  expect((await rig.widget('GET', path, undefined, session)).at('order.status')).toBe('finished')
  expect(rig.deliveries.at(-1)?.body).toContain(`"client_email":"${next}"`)
})

test('a card that is charged after the change is charged under the new address', async () => {
  const client = await registerClient(rig)
  const { path } = await createFor(client)
  await change(client, { email: next })
  const session = await signInAt(path, next)
  await rig.widget('PUT', `${path}/payer`, payer, session)
  expect((await rig.charge({ path, session }, 'held')).at('order.status')).toBe('auth_success')
  expect(rig.card.sales.at(-1)?.email).toBe(next)
})

test('sessions of the client API and of the widget, and login tokens, end with the change', async () => {
  const client = await registerClient(rig)
  const login = await logIn(client)
  const { path } = await createFor(client)
  const atOrder = await signInAt(path, client.email)
  const entry = `/api/widget/${await rig.openRequest()}`
  const atRequest = await signInAt(entry, client.email)
  await change(client, { email: next })
  expect(statusAndCode(await client.send('GET', '/api/v2/client/balance'))).toEqual([401, 'session_invalid'])
  expect(statusAndCode(await openSession(login))).toEqual([401, 'ts_invalid'])
  expect(await buyerOf(path, atOrder)).toBeUndefined()
  expect(await buyerOf(entry, atRequest)).toBeUndefined()
})

test('nothing ends where the address stays, however it is written', async () => {
  const client = await registerClient(rig)
  await change(client, { email: client.email.toUpperCase(), phone: '+49 30 1234' })
  expect((await client.send('GET', '/api/v2/client/balance')).status).toBe(200)
})

test('a login whose password is being checked while the address changes opens nothing', async () => {
  let whileChecking: () => Promise<unknown> = async () => undefined
  const slow = await openRig({
    passwords: {
      hash: async () => 'hash',
      isRight: async () => {
        await whileChecking()
        return true
      },
    },
  })
  try {
    const { externalId, email } = await registerClient(slow)
    whileChecking = () =>
      slow.partner('PATCH', `/api/v2/partner/client/${externalId}/update`, { email: next })
    const origin = { client_ip: '203.0.113.7', remote_country: 'DE' }
    const login = { email, password: 'correct horse battery', ...origin }
    const reply = await slow.partner('POST', '/api/v2/partner/client/login', login)
    expect(statusAndCode(reply)).toEqual([401, 'login_invalid'])
  } finally {
    await slow.close()
  }
})

test('a request that is repeated under its key is answered as before the change', async () => {
  const client = await registerClient(rig)
  const body = {
    payin_currency: 'EUR',
    payin_amount: '50.00',
    payout_currency: 'ETH',
    dst_address: '0x52908400098527886E0F7030069857D2E4169EE7',
  }
  const create = (session: string) =>
    rig.send('POST', '/api/v2/client/order/create', {
      body: JSON.stringify(body),
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${session}`,
        'Idempotency-Key': 'same',
      },
    })
  const first = await create(client.session)
  await change(client, { email: next })
  const opened = await openSession(await logIn({ email: next }))
  const again = await create(String(opened.at('session')))
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
})
