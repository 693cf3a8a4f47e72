import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { registerClient } from '../client/registerClient.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/*
 * Money that comes for orders whose partner names no buyer. Of whom nothing is known may pay in by one order what the
 * operator lets an unverified client pay in; for more the order waits until somebody is its client, and then goes by that
 * client's limit.
 */

const DAY_MS = 24 * 60 * 60 * 1_000

/** What happens while prices are asked for. */
let whilePricing: () => Promise<unknown> = async () => undefined
let bank: SepaRig
let rig: Rig
useSepaRig(
  (opened) => {
    bank = opened
    rig = opened.rig
  },
  async () => {
    const one = 10n ** 18n
    const prices = async () => {
      await whilePricing()
      const eur = new Map(Object.entries({ EUR: one, USD: one, ETH: 3_000n * one }))
      return { at: rig.exchange.clock.now(), eur }
    }
    return openRig({ rates: { prices } })
  },
)
beforeEach(async () => {
  whilePricing = async () => undefined
  await cap({ unverified: 50, email_phone: 50, basic: 50, identity: 1_000, address: 1_000 })
})

/** Sets what clients may pay in by bank transfer at some levels, EUR. */
async function cap(caps: Readonly<Record<string, number>>): Promise<void> {
  for (const [level, eur] of Object.entries(caps))
    expect(await rig.runCommand('tariff', 'set', `caps.sepa.${level}EurCents`, `${eur * 100}`)).toMatchObject(
      { ok: true },
    )
  await rig.catalogue.refresh()
}

/** Places an order that names no buyer. */
async function placed(id = 'p-1') {
  const created = await rig.partner('POST', createPath, { ...createBody(id), payin_group: 'sepa' })
  const orderId = String(created.at('client_order_id'))
  return { orderId, redirect: String(created.at('redirect')) }
}

async function pay(orderId: string, amount = '100.00', reference = `A-${orderId}`): Promise<void> {
  expect(await bank.importStatement(statement([{ reference, amount, lines: [orderId] }]))).toMatchObject({
    matched: 1,
  })
}

/** An order that names no buyer, and whose money came. */
async function paid(id?: string) {
  const order = await placed(id)
  await pay(order.orderId)
  await rig.settle()
  return order
}

const orderData = async (id = 'p-1') => (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body
const logOf = async (id = 'p-1') => Logged.parse(await orderData(id)).status_log.map(({ status }) => status)
const Logged = z.object({ status_log: z.array(z.object({ status: z.string() })) })

const CallbackBody = z.object({
  client_order: z.looseObject({ status: z.string(), client_order_id: z.string() }),
})
const callbacks = (orderId: string) =>
  rig.deliveries
    .map(({ body }) => CallbackBody.parse(JSON.parse(body)).client_order)
    .filter(({ client_order_id }) => client_order_id === orderId)

/** What a page's address opens in the widget. */
const entryOf = (orderId: string, page: string) => `${orderId}~${new URL(page).searchParams.get('k')}`
const verificationUrl = async (id = 'p-1') =>
  String(
    (await rig.partner('GET', `/api/v2/partner/order/verification_url?partner_order_id=${id}`)).at(
      'verification_url',
    ),
  )

/** Has somebody confirm an e-mail address at an order's page, and no more. */
async function signIn(entry: string, email: string) {
  const path = `/api/widget/${entry}`
  const { body } = await rig.widget('POST', `${path}/code`, { email })
  const code = z.object({ sandbox_code: z.string() }).parse(body).sandbox_code
  return rig.widget('POST', `${path}/session`, { email, code })
}

async function clientOfLevel(level: string) {
  const client = await registerClient(rig)
  await rig.query({
    name: 'test_level_by_email',
    text: 'update client set level = $2 where email = $1',
    values: [client.email, level],
  })
  return client
}

/** How often coins were sent for an order. */
async function payouts(orderId: string): Promise<number> {
  const text = "select id from journal where reference = $1 and kind = 'payout'"
  return (await rig.query({ name: 'test_payouts', text, values: [orderId] })).length
}

test('an order without a client may be of as much as an unverified client may pay in', async () => {
  await cap({ basic: 100, email_phone: 100, unverified: 100 })
  const { orderId } = await paid()
  expect(await orderData()).toMatchObject({ status: 'finished', substatus: null })
  await cap({ unverified: 0 })
  await paid('p-2')
  expect(await orderData('p-2')).toMatchObject({ status: 'pending' })
  expect(await payouts(orderId)).toBe(1)
})

test('an order without a client over an unverified client’s limit waits, and tells where its buyer goes on', async () => {
  const { orderId } = await paid()
  expect(await orderData()).toMatchObject({
    status: 'pending',
    substatus: 'email_pending',
    money: { state: 'taken', amount: '100.00' },
  })
  const url = await verificationUrl()
  expect(url).toMatch(new RegExp(`^http://exchange.test/o/${orderId}\\?k=[\\w-]{22,}$`))
  expect(callbacks(orderId).at(-1)).toMatchObject({
    status: 'pending',
    substatus: 'email_pending',
    client_email: null,
    limits: { client_limit_in_EUR: 50, verification_level: 'unverified' },
    verification_url: url,
  })
  const { pathname, search } = new URL(url)
  expect((await rig.send('GET', pathname + search)).status).toBe(200)
  const opened = await rig.widget('GET', `/api/widget/${entryOf(orderId, url)}`)
  expect(opened.at('order_state.status')).toBe('pending')
  expect(opened.at('order')).toBeNull()
  expect(await payouts(orderId)).toBe(0)
})

test('an order without a client has a page that its own secret alone opens', async () => {
  const { orderId } = await paid()
  const other = await placed('p-2')
  const secret = new URL(await verificationUrl()).searchParams.get('k') ?? ''
  const changed = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  for (const [id, k] of [
    [orderId, changed],
    [other.orderId, secret],
  ])
    expect((await rig.send('GET', `/o/${id}?k=${k}`)).status).toBe(404)
})

test('an order without a client buys its coins once it gets a client with a sufficient limit', async () => {
  const { orderId } = await paid()
  const { email } = await clientOfLevel('identity')
  expect((await signIn(entryOf(orderId, await verificationUrl()), email)).status).toBe(200)
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished', payin_amount: '100.00' })
  expect(await logOf()).toEqual([
    'payin_pending',
    'processing',
    'auth_success',
    'pending',
    'auth_success',
    'processing_payout',
    'finished',
  ])
  expect(callbacks(orderId).map(({ status }) => status)).toEqual(await logOf())
  expect(await payouts(orderId)).toBe(1)
  expect(await bank.cents(`order:${orderId}`)).toBe(0n)
})

test('an order without a client is priced at the moment when its client is found', async () => {
  const { orderId } = await paid()
  const { payout_amount: before } = z.object({ payout_amount: z.string() }).parse(await orderData())
  rig.exchange.rates.prices = async () => ({
    at: rig.exchange.clock.now(),
    eur: new Map(Object.entries({ EUR: 10n ** 18n, USD: 10n ** 18n, ETH: 6_000n * 10n ** 18n })),
  })
  const { email } = await clientOfLevel('identity')
  await signIn(entryOf(orderId, await verificationUrl()), email)
  await rig.settle()
  const after = z.object({ status: z.string(), payout_amount: z.string() }).parse(await orderData())
  expect(after.status).toBe('finished')
  expect(Number(after.payout_amount)).toBeLessThan(Number(before) * 0.51)
})

test('an order without a client waits on when its new client’s limit is too low, and says what is missing', async () => {
  const { orderId, redirect } = await paid()
  const page = await verificationUrl()
  const opened = await signIn(entryOf(orderId, redirect), 'ada@example.com')
  const path = `/api/widget/${entryOf(orderId, redirect)}`
  const atOnce = await rig.widget('GET', path, undefined, String(opened.at('session')))
  expect(atOnce.at('order.status')).toBe('pending')
  // The page leads to no page of its own, for the moment in which nobody has looked at the client yet.
  expect(atOnce.at('order.verification_url')).toBeNull()
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
  const url = await verificationUrl()
  expect(url).toContain('/verification/')
  expect(url).not.toBe(page)
  expect(callbacks(orderId).at(-1)).toMatchObject({
    substatus: 'identity_pending',
    client_email: 'ada@example.com',
    limits: { client_limit_in_EUR: 50, verification_level: 'unverified' },
    verification_url: url,
  })
  const approved = await rig.send('POST', new URL(url).pathname, { body: 'decision=approve' })
  expect(approved.status).toBe(200)
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
  expect(await payouts(orderId)).toBe(1)
})

test('an order without a client sends a new verification link when it gets one, although its substatus stays', async () => {
  await cap({ basic: 70, email_phone: 70 })
  const { orderId, redirect } = await paid()
  const page = await verificationUrl()
  await signIn(entryOf(orderId, redirect), 'ada@example.com')
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'email_pending' })
  const url = await verificationUrl()
  expect(url).not.toBe(page)
  expect(callbacks(orderId).slice(-2)).toMatchObject([
    { status: 'pending', client_email: null, verification_url: page },
    {
      status: 'pending',
      substatus: 'email_pending',
      client_email: 'ada@example.com',
      verification_url: url,
    },
  ])
})

test('an order without a client counts, once it has one, with what that client paid in before and pays in next', async () => {
  await cap({ identity: 150 })
  const { email } = await clientOfLevel('identity')
  const first = await paid('p-1')
  await signIn(entryOf(first.orderId, first.redirect), email)
  await rig.settle()
  expect(await orderData('p-1')).toMatchObject({ status: 'finished' })
  const second = await paid('p-2')
  await signIn(entryOf(second.orderId, second.redirect), email)
  await rig.settle()
  expect(await orderData('p-2')).toMatchObject({ status: 'pending', substatus: 'address_pending' })
  expect(callbacks(second.orderId).at(-1)).toMatchObject({ limits: { client_limit_in_EUR: 50 } })
})

test('orders without a client that get one client at once share one limit', async () => {
  await cap({ identity: 150 })
  const { email } = await clientOfLevel('identity')
  const orders = [await paid('p-1'), await paid('p-2'), await paid('p-3')]
  await Promise.all(orders.map(async ({ orderId, redirect }) => signIn(entryOf(orderId, redirect), email)))
  await rig.settle()
  const statuses = await Promise.all(['p-1', 'p-2', 'p-3'].map(async (id) => (await logOf(id)).at(-1)))
  expect(statuses.filter((status) => status === 'finished')).toHaveLength(1)
  expect(statuses.filter((status) => status === 'pending')).toHaveLength(2)
})

test('an order without a client is refunded after a week in which nobody became its client', async () => {
  const { orderId, redirect } = await paid()
  rig.pass(7 * DAY_MS)
  // Who comes now comes too late, even where nothing was done about the order since.
  const { email } = await clientOfLevel('identity')
  expect((await signIn(entryOf(orderId, redirect), email)).status).toBe(200)
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'auth_success', money: { state: 'returning' } })
  const refund = `${orderId}-refund-1`
  expect(await bank.exportPayments()).toContain(`<EndToEndId>${refund}</EndToEndId>`)
  expect(await bank.exportPayments()).toBe('')
  const left = { reference: 'L1', side: 'DBIT', amount: '100.00', endToEndId: refund } as const
  await bank.importStatement(statement([left]))
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
  expect(await payouts(orderId)).toBe(0)
  expect(await bank.cents('bank')).toBe(0n)
  expect(await bank.cents(`order:${orderId}`)).toBe(0n)
})

test('an order without a client gets one of two who confirm their addresses at once, and is paid out once', async () => {
  const { orderId, redirect } = await paid()
  const entry = entryOf(orderId, redirect)
  const path = `/api/widget/${entry}`
  const clients = [await clientOfLevel('identity'), await clientOfLevel('identity')]
  const codes = []
  for (const { email } of clients) {
    const { body } = await rig.widget('POST', `${path}/code`, { email })
    codes.push({ email, code: z.object({ sandbox_code: z.string() }).parse(body).sandbox_code })
  }
  const replies = await Promise.all(codes.map((code) => rig.widget('POST', `${path}/session`, code)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.find(({ status }) => status !== 200)?.at('code')).toBe('code_invalid')
  await Promise.all([rig.work.tick(), rig.work.tick()])
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
  expect(await payouts(orderId)).toBe(1)
})

test('an order without a client goes by the limit of a client who is found while it is being priced', async () => {
  const { orderId, redirect } = await placed()
  await pay(orderId)
  const { email } = await clientOfLevel('identity')
  whilePricing = async () => {
    whilePricing = async () => undefined
    expect((await signIn(entryOf(orderId, redirect), email)).status).toBe(200)
  }
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
  expect(await logOf()).not.toContain('pending')
})

test('an order without a client goes on once the operator raises its limit, and approves it', async () => {
  const { orderId } = await paid()
  const approve = () => rig.runCommand('order', 'approve', orderId, '--reason', 'seen')
  expect(await approve()).toMatchObject({
    ok: false,
    output: expect.stringMatching(
      /The buyer of order .* is unknown.*caps\.sepa\.unverifiedEurCents.*order refund/s,
    ),
  })
  await cap({ basic: 100, email_phone: 100, unverified: 100 })
  expect(await approve()).toMatchObject({ ok: true })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
  expect(await payouts(orderId)).toBe(1)
})

test('an order without a client goes on once it has one while the excess that came for it goes back', async () => {
  const { orderId, redirect } = await paid()
  await pay(orderId, '100.00', 'A-again')
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'email_pending' })
  const { email } = await clientOfLevel('identity')
  await signIn(entryOf(orderId, redirect), email)
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
  expect(await bank.exportPayments()).toContain(`<EndToEndId>${orderId}-refund-2</EndToEndId>`)
  expect(await payouts(orderId)).toBe(1)
})

test('an order without a client is refunded once the operator says so', async () => {
  const { orderId, redirect } = await paid()
  expect(await rig.runCommand('order', 'refund', orderId, '--reason', 'asked')).toMatchObject({ ok: true })
  const { email } = await clientOfLevel('identity')
  await signIn(entryOf(orderId, redirect), email)
  await rig.settle()
  expect(await bank.exportPayments()).toContain(`<EndToEndId>${orderId}-refund-1</EndToEndId>`)
  expect(await payouts(orderId)).toBe(0)
})
