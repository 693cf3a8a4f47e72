import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { statusAndCode } from '../http/statusAndCode.ts'
import { openRig, rival, type Reply, type Rig } from '../rig.ts'
import { registerClient } from './registerClient.ts'

/* A device that its buyer had remembered stands for the e-mail code, and for nothing more. */

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

describe('the end of a remembered device', () => {
  test('its buyer sees it with the wallets of before, and forgets it: its sessions end at once', async () => {
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
