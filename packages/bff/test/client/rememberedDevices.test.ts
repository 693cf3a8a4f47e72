import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { softAuthenticator } from '../passkey/softAuthenticator.ts'
import { openRig, rival, type Reply, type Rig } from '../rig.ts'
import { registerClient } from './registerClient.ts'

/* A device that its buyer had remembered, or a passkey, stands for the e-mail code, and for nothing more. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const email = 'ada@example.com'
const otherWallet = '0x52908400098527886E0F7030069857D2E4169EE7'
const DAY_MS = 24 * 60 * 60 * 1_000
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Confirms the e-mail at a request, and has this device remembered. */
async function remember(entry: string, address = email): Promise<{ session: string; key: string }> {
  const path = `/api/widget/${entry}`
  const sent = await rig.widget('POST', `${path}/code`, { email: address })
  const opened = await rig.send('POST', `${path}/session`, {
    headers: { 'Content-Type': 'application/json', 'User-Agent': firefox },
    body: JSON.stringify({ email: address, code: sent.at('sandbox_code'), remember: 1 }),
  })
  expect(opened.status, opened.text).toBe(200)
  return { session: String(opened.at('session')), key: String(opened.at('device_key')) }
}

const signIn = (entry: string, device_key: string): Promise<Reply> =>
  rig.widget('POST', `/api/widget/${entry}/device/session`, { device_key })

/** Places what a request asks for, with a session. */
async function place(entry: string, session: string): Promise<Reply> {
  const path = `/api/widget/${entry}`
  const terms = { payin_currency: 'EUR', payin_amount: '50', payout_currency: 'ETH' }
  const quote = await rig.widget('POST', `${path}/quote`, terms, session)
  return rig.widget('POST', `${path}/order`, { quote_id: quote.at('quote_id') }, session)
}

/** A buyer of one order that was paid out, whose device is remembered. */
async function returningBuyer(): Promise<{ session: string; key: string }> {
  const order = await rig.placeOrder({ email })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await rig.settle()
  return remember(await rig.openRequest())
}

describe('a remembered device', () => {
  test('a device signs its buyer in at another request of the partner, who buys to the wallet of before', async () => {
    const { key } = await returningBuyer()
    const entry = await rig.openRequest()
    const opened = await signIn(entry, key)
    expect(opened.body).toMatchObject({ email })
    const session = String(opened.at('session'))
    const placed = await place(entry, session)
    expect(placed.at('order.dst_address')).toBeDefined()
    expect((await rig.charge({ path: `/api/widget/${entry}`, session }, 'held')).at('order.status')).toBe(
      'auth_success',
    )
  })

  test('a device does not stand for the code of a new wallet, whoever names it; the code does', async () => {
    const { key } = await returningBuyer()
    const entry = await rig.openRequest({ dst_address: otherWallet })
    const session = String((await signIn(entry, key)).at('session'))
    expect(statusAndCode(await place(entry, session))).toEqual([403, 'code_required'])
    expect(await rig.query(statement('select 1 from orders where request_id = $1', entry))).toEqual([])
    expect((await place(entry, await rig.buyerAt(entry, email))).status).toBe(200)
  })

  test('a wallet that the partner ordered to is no wallet of the client’s', async () => {
    const { key } = await returningBuyer()
    await rig.owner.query(statement(`update orders set origin = 'partner'`))
    const entry = await rig.openRequest()
    const session = String((await signIn(entry, key)).at('session'))
    expect(statusAndCode(await place(entry, session))).toEqual([403, 'code_required'])
  })

  test('a device changes no details of its buyer, and opens nothing of the client API', async () => {
    const { key, session: confirmed } = await returningBuyer()
    const entry = await rig.openRequest()
    const session = String((await signIn(entry, key)).at('session'))
    const view = await rig.widget('GET', `/api/widget/${entry}`, undefined, session)
    const details = { ...(view.at('buyer.payer') as object), first_name: 'Eve' }
    expect(statusAndCode(await rig.widget('PUT', `/api/widget/${entry}/payer`, details, session))).toEqual([
      403,
      'code_required',
    ])
    expect(statusAndCode(await rig.widget('GET', '/api/v2/client/balance', undefined, session))).toEqual([
      401,
      'session_invalid',
    ])
    expect((await rig.widget('GET', '/api/v2/client/balance', undefined, confirmed)).status).toBe(200)
  })

  test('a device signs nobody in with another partner, at an order of another buyer, or after ninety days', async () => {
    const { key } = await remember(await rig.openRequest())
    const foreign = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as: rival })
    expect(statusAndCode(await signIn(String(foreign.at('request_id')), key))).toEqual([
      401,
      'session_invalid',
    ])
    const others = await rig.placeOrder({ email: 'eve@example.com' })
    expect(statusAndCode(await signIn(others.entry, key))).toEqual([401, 'session_invalid'])
    rig.pass(90 * DAY_MS - 1)
    expect((await signIn(await rig.openRequest(), key)).status).toBe(200)
    rig.pass(1)
    expect(statusAndCode(await signIn(await rig.openRequest(), key))).toEqual([401, 'session_invalid'])
  })

  test('a device is kept by the hash of its key alone, and only where the buyer asked for it', async () => {
    const entry = await rig.openRequest()
    const { key } = await remember(entry)
    const rows = await rig.query<{ row: string }>(statement('select device::text as row from device'))
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(key)
    await rig.buyerAt(await rig.openRequest(), email)
    expect(await rig.query(statement('select 1 from device'))).toHaveLength(1)
  })
})

describe('a passkey of a buyer', () => {
  type Authenticator = ReturnType<typeof softAuthenticator>
  type Bent = Parameters<Authenticator['answer']>[1]

  const ask = (entry: string, path: string, session?: string) =>
    rig.widget('POST', `/api/widget/${entry}/passkey/${path}`, undefined, session)
  const give = (entry: string, path: string, credential: object, session?: string) =>
    rig.widget('POST', `/api/widget/${entry}/passkey${path}`, { credential }, session)

  /** A passkey that a buyer has added, whom a code signed in. */
  async function added(entry: string, session: string): Promise<Authenticator> {
    const authenticator = softAuthenticator()
    const options = (await ask(entry, 'options', session)).at('options')
    const reply = await give(entry, '', authenticator.answer(options), session)
    expect(reply.status, reply.text).toBe(200)
    return authenticator
  }
  async function signInBy(entry: string, authenticator: Authenticator, bent?: Bent): Promise<Reply> {
    const options = (await ask(entry, 'session/options')).at('options')
    return give(entry, '/session', authenticator.answer(options, bent))
  }
  /** The subjects of the mails about passkeys, newest first, once all are sent: those due at once go out in any order. */
  const passkeyMails = async () => {
    await rig.work.tick()
    return (await rig.stores.outbox.newest(100))
      .map(({ body }) => body.split('\n')[0] ?? '')
      .filter((subject) => subject.includes('asskey'))
  }

  const embedded = { topOrigin: 'http://shop.test' }

  test('a passkey signs its buyer in within the partner’s page, for no more than a remembered device may, until it is forgotten; each change is mailed', async () => {
    const { session: byCode } = await returningBuyer()
    const authenticator = await added(await rig.openRequest(), byCode)
    const mailedFirst = await passkeyMails()
    expect(mailedFirst).toEqual(['A passkey was added at SHOP / Passkey bei SHOP hinzugefügt'])
    const entry = await rig.openRequest()
    const opened = await signInBy(entry, authenticator, embedded)
    expect(opened.body, opened.text).toMatchObject({ email })
    const session = String(opened.at('session'))
    expect((await place(entry, session)).status).toBe(200)
    const elsewhere = await rig.openRequest({ dst_address: otherWallet })
    expect(statusAndCode(await place(elsewhere, session))).toEqual([403, 'code_required'])
    expect(statusAndCode(await rig.widget('GET', '/api/v2/client/balance', undefined, session))).toEqual([
      401,
      'session_invalid',
    ])
    expect(statusAndCode(await ask(entry, 'options', session))).toEqual([403, 'code_required'])

    const saved = await rig.widget('GET', `/api/widget/${entry}/saved`, undefined, session)
    const devices = saved.at('devices') as { id: string; is_passkey: boolean; is_this: boolean }[]
    const passkey = devices.find(({ is_this }) => is_this)
    expect(devices.map((device) => device === passkey)).toEqual(devices.map(({ is_passkey }) => is_passkey))
    await rig.widget('POST', `/api/widget/${entry}/saved/forget`, { device_id: passkey?.id }, byCode)
    expect(statusAndCode(await signInBy(entry, authenticator))).toEqual([401, 'session_invalid'])
    expect(statusAndCode(await place(entry, session))).toEqual([401, 'session_invalid'])
    expect(await passkeyMails()).toEqual([
      'A passkey was removed at SHOP / Passkey bei SHOP entfernt',
      ...mailedFirst,
    ])
  })

  test.each<readonly [string, NonNullable<Bent>]>([
    ['of another origin', { origin: 'http://shop.test' }],
    ['for another host', { rpId: 'shop.test' }],
    ['without its person verified', { isVerified: false }],
    ['in a frame of a page that is not the partner’s', { topOrigin: 'https://evil.example' }],
  ])('one made or used %s does nothing', async (_how, bent) => {
    const entry = await rig.openRequest()
    const { session } = await remember(entry)
    const options = (await ask(entry, 'options', session)).at('options')
    const refused = await give(entry, '', softAuthenticator().answer(options, bent), session)
    expect(statusAndCode(refused)).toEqual([403, 'not_allowed'])
    const authenticator = await added(entry, session)
    expect(statusAndCode(await signInBy(entry, authenticator, bent))).toEqual([401, 'session_invalid'])
    expect((await signInBy(entry, authenticator)).status).toBe(200)
  })

  test('a challenge is for the session or the request that asked, once, within five minutes', async () => {
    const [entry, other] = [await rig.openRequest(), await rig.openRequest()]
    const [{ session }, { session: another }] = [await remember(entry), await remember(other)]
    const made = softAuthenticator().answer((await ask(entry, 'options', session)).at('options'))
    expect((await give(entry, '', made, another)).status).toBe(403)
    expect((await give(entry, '', made, session)).status).toBe(200)
    expect((await give(entry, '', made, session)).status).toBe(403)

    const authenticator = await added(entry, session)
    const challenge = async () => (await ask(entry, 'session/options')).at('options')
    const options = await challenge()
    expect((await give(other, '/session', authenticator.answer(options))).status).toBe(401)
    expect((await give(entry, '/session', authenticator.answer(options))).status).toBe(200)
    expect((await give(entry, '/session', authenticator.answer(options))).status).toBe(401)
    const late = await challenge()
    rig.pass(5 * 60_000)
    expect((await give(entry, '/session', authenticator.answer(late))).status).toBe(401)
  })

  test('a passkey signs nobody in with another partner, at an order of another buyer, as an unknown one, or once unused for ninety days', async () => {
    const entry = await rig.openRequest()
    const authenticator = await added(entry, (await remember(entry)).session)
    const refused = [401, 'session_invalid']
    const foreign = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as: rival })
    expect(statusAndCode(await signInBy(String(foreign.at('request_id')), authenticator))).toEqual(refused)
    const others = await rig.placeOrder({ email: 'eve@example.com' })
    expect(statusAndCode(await signInBy(others.entry, authenticator))).toEqual(refused)
    expect(statusAndCode(await signInBy(entry, softAuthenticator()))).toEqual(refused)
    for (const [passed, status] of [
      [60 * DAY_MS, 200],
      [60 * DAY_MS, 200],
      [90 * DAY_MS, 401],
    ] as const) {
      rig.pass(passed)
      expect((await signInBy(await rig.openRequest(), authenticator)).status).toBe(status)
    }
  })

  test('a passkey ends with the credentials of its client', async () => {
    const client = await registerClient(rig)
    const entry = await rig.openRequest()
    const authenticator = await added(entry, (await remember(entry, client.email)).session)
    expect((await signInBy(entry, authenticator)).status).toBe(200)
    await rig.runCommand('client', 'sign-out', client.externalId, '--partner', 'SHOP')
    expect(statusAndCode(await signInBy(entry, authenticator))).toEqual([401, 'session_invalid'])
  })
})

describe('the end of a remembered device', () => {
  test('its buyer sees a device with the wallets of before, and forgets it: its sessions end at once', async () => {
    const { key, session } = await returningBuyer()
    const entry = await rig.openRequest()
    const path = `/api/widget/${entry}`
    const byDevice = String((await signIn(entry, key)).at('session'))
    const saved = await rig.widget('GET', `${path}/saved`, undefined, byDevice)
    expect(saved.body).toMatchObject({
      devices: [{ name: 'Firefox on Windows', is_this: true }],
      wallets: [{ payout_currency: 'ETH', payout_group: 'crypto', memo: null }],
    })
    const device_id = String(saved.at('devices.0.id'))
    const stranger = await rig.buyerAt(entry, 'eve@example.com')
    await rig.widget('POST', `${path}/saved/forget`, { device_id }, stranger)
    expect((await signIn(entry, key)).status).toBe(200)
    const after = await rig.widget('POST', `${path}/saved/forget`, { device_id }, session)
    expect(after.at('devices')).toEqual([])
    expect(statusAndCode(await signIn(entry, key))).toEqual([401, 'session_invalid'])
    expect(statusAndCode(await rig.widget('GET', `${path}/saved`, undefined, byDevice))).toEqual([
      401,
      'session_invalid',
    ])
  })

  test.each([
    ['the partner changes the e-mail address', `update/email`],
    ['the client gets another password', 'password'],
    ['the operator signs the client out', 'sign-out'],
  ])('a device ends when %s', async (_when, how) => {
    const client = await registerClient(rig)
    const { key } = await remember(await rig.openRequest(), client.email)
    expect((await signIn(await rig.openRequest(), key)).status).toBe(200)
    const path = `/api/v2/partner/client/${client.externalId}`
    if (how === 'password')
      await rig.partner('POST', `${path}/password`, { password: 'another horse battery' })
    else if (how === 'sign-out')
      await rig.runCommand('client', 'sign-out', client.externalId, '--partner', 'SHOP')
    else await rig.partner('PATCH', `${path}/update`, { email: 'moved@example.com' })
    expect(statusAndCode(await signIn(await rig.openRequest(), key))).toEqual([401, 'session_invalid'])
  })

  test('the operator takes one device away, which ends its sessions and no other device’s', async () => {
    const { key } = await remember(await rig.openRequest())
    const other = await remember(await rig.openRequest())
    const entry = await rig.openRequest()
    rig.pass(60_000)
    const session = String((await signIn(entry, key)).at('session'))
    const saved = await rig.runCommand('client', 'saved', email, '--partner', 'SHOP', '--json')
    const { devices } = JSON.parse(saved.output) as { devices: { id: string; name: string }[] }
    expect(devices.map(({ name }) => name)).toEqual(['Firefox on Windows', 'Firefox on Windows'])
    const forget = ['client', 'forget', email, '--partner', 'SHOP', '--reason', 'It was sold', '--device']
    // The one that was used last stands first.
    expect(await rig.runCommand(...forget, devices[0]?.id ?? '')).toMatchObject({ ok: true })
    expect(statusAndCode(await place(entry, session))).toEqual([401, 'session_invalid'])
    expect(statusAndCode(await signIn(entry, key))).toEqual([401, 'session_invalid'])
    expect((await signIn(await rig.openRequest(), other.key)).status).toBe(200)
  })

  test('an eleventh device has the one forgotten that was used longest ago', async () => {
    const keys: string[] = []
    for (let count = 0; count < 11; count++) {
      rig.pass(60_000)
      keys.push((await remember(await rig.openRequest())).key)
    }
    const entry = await rig.openRequest()
    const answers = await Promise.all(keys.map((key) => signIn(entry, key)))
    expect(answers.map(({ status }) => status)).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
  })
})

test('saved cards and wallets are not shown to a buyer who opened a login or an order’s link alone', async () => {
  const client = await registerClient(rig, { email_verified: 1 })
  const entry = await rig.openRequest()
  expect(
    statusAndCode(await rig.widget('GET', `/api/widget/${entry}/saved`, undefined, client.session)),
  ).toEqual([403, 'code_required'])
})
