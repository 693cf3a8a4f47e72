import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { freshWallet, type DepositRig, useDepositRig } from '../deposit/depositRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, payer, type Rig } from '../rig.ts'

/*
 * Orders that name no client where nobody may pay in without being one: nobody is told how to pay before an e-mail address
 * is confirmed at the order's page.
 */

const HOUR_MS = 60 * 60 * 1_000
const DAY_MS = 24 * HOUR_MS
const levels = ['email_phone', 'basic', 'identity', 'address', 'bank_statement']

/** Sets a cap of each level above “unverified”. */
async function setCaps(rig: Rig): Promise<void> {
  const [first = '', ...others] = levels.map((level) => `caps.sepa.${level}EurCents=1500000`)
  const words = [...first.split('='), ...others.flatMap((value) => ['--and', value])]
  expect(await rig.runCommand('tariff', 'set', ...words)).toMatchObject({ ok: true })
  await rig.catalogue.refresh()
}

const CallbackBody = z.object({
  client_order: z.looseObject({ status: z.string(), client_order_id: z.string() }),
})
const callbacks = (rig: Rig, orderId: string) =>
  rig.deliveries
    .map(({ body }) => CallbackBody.parse(JSON.parse(body)).client_order)
    .filter(({ client_order_id }) => client_order_id === orderId)

describe('orders that wait for their client in live', () => {
  let bank: SepaRig
  let rig: Rig
  useSepaRig(
    (opened) => {
      bank = opened
      rig = opened.rig
    },
    () => openRig({ mode: 'live' }),
  )
  beforeEach(() => setCaps(rig))

  async function placed(payin_group: 'sepa' | 'card') {
    const created = await rig.partner('POST', createPath, { ...createBody('p-1'), payin_group })
    const [orderId, redirect] = [String(created.at('client_order_id')), String(created.at('redirect'))]
    return { created, orderId, path: `/api/widget/${orderId}~${new URL(redirect).searchParams.get('k')}` }
  }
  const orderData = async () => (await rig.partner('GET', '/api/v2/partner/order/p-1')).body

  test.each(['sepa', 'card'] as const)(
    'an order by %s without a client is pending before its buyer is shown anything',
    async (group) => {
      const { created, orderId, path } = await placed(group)
      expect(created.body).toMatchObject({ status: 'processing', payin_group: group })
      expect(await orderData()).toMatchObject({
        status: 'pending',
        substatus: 'email_pending',
        status_log: [{ status: 'payin_pending' }, { status: 'processing' }, { status: 'pending' }],
      })
      await rig.work.tick()
      expect(callbacks(rig, orderId)).toMatchObject([
        { status: 'payin_pending', substatus: null },
        { status: 'processing', substatus: null },
        {
          status: 'pending',
          substatus: 'email_pending',
          limits: { client_limit_in_EUR: 0, verification_level: 'unverified' },
          verification_url: expect.stringContaining(`/o/${orderId}?k=`),
        },
      ])
      const opened = await rig.widget('GET', path)
      expect(opened.body).toMatchObject({ order: null, order_state: { status: 'pending' } })
      expect(opened.text).not.toContain('DE89')
    },
  )

  test('money that arrives for an order without a client waits, and goes back after a week', async () => {
    const { orderId } = await placed('sepa')
    const line = { reference: 'A1', amount: '100.00', lines: [orderId] }
    expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
    await rig.settle()
    expect(await orderData()).toMatchObject({
      status: 'pending',
      substatus: 'email_pending',
      money: { state: 'taken' },
    })
    rig.pass(7 * DAY_MS)
    await rig.settle()
    expect(await bank.exportPayments()).toContain(`<EndToEndId>${orderId}-refund-1</EndToEndId>`)
  })

  test('an order that gets no client expires after a week', async () => {
    await placed('sepa')
    rig.pass(6 * DAY_MS)
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'pending' })
    rig.pass(DAY_MS)
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'expired' })
  })

  test('a partner that identifies its clients may have so much paid in as the operator says', async () => {
    const reason = ['--reason', 'agreed']
    const cap = ['tariff', 'set', 'caps.sepa.unverifiedEurCents', '15000', ...reason]
    expect(await rig.runCommand(...cap)).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
    await placed('sepa')
    expect(await orderData()).toMatchObject({ status: 'pending' })
    const mark = ['partner', 'update', 'SHOP', '--identifies-clients', 'yes', ...reason]
    expect(await rig.runCommand(...mark)).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
    const body = { ...createBody('p-2'), payin_group: 'sepa' }
    const created = await rig.partner('POST', createPath, body)
    const line = { reference: 'A2', amount: '100.00', lines: [String(created.at('client_order_id'))] }
    expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
    await rig.settle()
    expect((await rig.partner('GET', '/api/v2/partner/order/p-2')).at('status')).toBe('finished')
  })

  test('a client whose address nobody has confirmed may pay in nothing, either', async () => {
    const body = { ...createBody('p-1'), payin_group: 'sepa', client_email: 'made.up@example.com' }
    const created = await rig.partner('POST', createPath, body)
    const line = { reference: 'A1', amount: '100.00', lines: [String(created.at('client_order_id'))] }
    expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'email_pending' })
  })

  test.each([
    { group: 'sepa', least: 'email_phone' },
    { group: 'card', least: null },
  ])('an order by $group states in advance what it will ask of its buyer', async ({ group, least }) => {
    const {
      dst_address: _,
      partner_order_id: _id,
      client_ip: _ip,
      remote_country: _from,
      ...terms
    } = createBody('p-1')
    const asked = await rig.partner('POST', '/api/v2/partner/order/requirements', {
      ...terms,
      payin_group: group,
    })
    expect(asked.body).toMatchObject({
      email: true,
      verification_level: 'unverified',
      needed_level: least,
      refused: [],
    })
    if (group === 'sepa')
      expect(asked.at('limits')).toEqual({
        client_limit_in_payin_currency: '0.00',
        verification_level: 'unverified',
      })
  })
})

describe('orders that wait for their client in a sandbox whose operator has set the caps of “unverified” to 0', () => {
  let bank: SepaRig
  let rig: Rig
  useSepaRig((opened) => {
    bank = opened
    rig = opened.rig
  })
  beforeEach(async () => {
    const words = ['tariff', 'set', 'caps.sepa.unverifiedEurCents', '0']
    expect(await rig.runCommand(...words)).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
  })

  async function placed(more: object = {}) {
    const body = { ...createBody('p-1'), payin_group: 'sepa', ...more }
    const created = await rig.partner('POST', createPath, body)
    const [orderId, redirect] = [String(created.at('client_order_id')), String(created.at('redirect'))]
    return { created, orderId, path: `/api/widget/${orderId}~${new URL(redirect).searchParams.get('k')}` }
  }
  const orderData = async () => (await rig.partner('GET', '/api/v2/partner/order/p-1')).body

  async function signIn(path: string, email = 'ada@example.com'): Promise<string> {
    const sent = await rig.widget('POST', `${path}/code`, { email })
    const opened = await rig.widget('POST', `${path}/session`, { email, code: sent.at('sandbox_code') })
    expect(opened.status).toBe(200)
    return String(opened.at('session'))
  }

  test('confirming an address makes a client of the buyer, who is shown where to pay, and buys', async () => {
    const { orderId, path } = await placed()
    expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'email_pending' })
    const session = await signIn(path)
    const view = await rig.widget('GET', path, undefined, session)
    expect(view.body).toMatchObject({
      order: { status: 'processing', transfer: { reference: orderId }, verification_url: null },
    })
    const line = { reference: 'A1', amount: '100.00', lines: [orderId] }
    expect(await rig.widget('PUT', `${path}/payer`, payer, session)).toMatchObject({ status: 200 })
    expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'finished' })
    expect(callbacks(rig, orderId).map(({ status, client_email }) => [status, client_email])).toEqual([
      ['payin_pending', null],
      ['processing', null],
      ['pending', null],
      ['processing', 'ada@example.com'],
      ['auth_success', 'ada@example.com'],
      ['processing_payout', 'ada@example.com'],
      ['finished', 'ada@example.com'],
    ])
  })

  test('an order that has its client while there are no prices is opened when there are', async () => {
    const { path } = await placed()
    const { rates } = rig.exchange
    const fresh = rates.prices.bind(rates)
    rates.prices = async () => ({ ...(await fresh()), at: new Date(0) })
    const session = await signIn(path)
    const seen = async () => (await rig.widget('GET', path, undefined, session)).body
    await rig.work.tick()
    expect(await seen()).toMatchObject({ order: { status: 'pending', transfer: null } })
    rates.prices = fresh
    await rig.settle()
    expect(await seen()).toMatchObject({ order: { status: 'processing', transfer: {} } })
  })

  test('an order by transfer keeps to its client’s own limit', async () => {
    const { orderId, path } = await placed()
    await signIn(path)
    await rig.work.tick()
    const line = { reference: 'A1', amount: '100.00', lines: [orderId] }
    expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'email_pending' })
    expect(callbacks(rig, orderId).at(-1)).toMatchObject({
      client_email: 'ada@example.com',
      verification_url: expect.stringContaining('/verification/'),
    })
  })

  test('an order expires by its client’s clock, which begins when the order gets its client', async () => {
    const { path } = await placed()
    rig.pass(5 * DAY_MS)
    await signIn(path)
    await rig.work.tick()
    rig.pass(3 * DAY_MS - 2 * HOUR_MS)
    await rig.work.tick()
    expect(await orderData()).toMatchObject({ status: 'processing' })
    await rig.settle()
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'expired' })
  })

  test('an order by card does not wait for a client, since only the client is asked for a card', async () => {
    await placed({ payin_group: 'card' })
    expect(await orderData()).toMatchObject({ status: 'processing' })
  })
})

describe('orders by coins that wait for their client', () => {
  let rig: DepositRig
  let wallet: `0x${string}`
  useDepositRig((...opened) => void ([rig, wallet] = opened))
  beforeEach(async () => {
    expect(await rig.call('tariff', 'set', 'caps.crypto.unverifiedEurCents', '0')).toMatchObject({ ok: true })
    await rig.catalogue.refresh()
  })

  async function placed() {
    const id = `unknown-${freshWallet()}`
    const created = await rig.partner('POST', createPath, {
      ...createBody(id),
      payin_currency: 'ETH',
      payin_group: 'crypto',
      payin_amount: '1',
      payout_currency: 'USDC',
      dst_address: wallet,
    })
    const [orderId, redirect] = [String(created.at('client_order_id')), String(created.at('redirect'))]
    return { created, id, orderId, entry: `${orderId}~${new URL(redirect).searchParams.get('k')}` }
  }

  /** Has the operator see all that a client can be asked for. */
  async function verifyBuyer(orderId: string): Promise<void> {
    const { partnerId = '' } = (await rig.stores.orders.find(orderId)) ?? {}
    const { id } = await rig.stores.clients.findOrMake(partnerId, 'buyer@example.com')
    const text = "update client set level = 'address' where id = $1"
    await rig.query({ name: 'test_level', text, values: [id] })
  }

  test('an order by coins shows no address before it has a client, and holds its price from then on', async () => {
    const { created, id, orderId, entry } = await placed()
    expect(created.body).toMatchObject({ status: 'processing', crypto_address: null, crypto_delay: null })
    expect(await rig.order(id)).toMatchObject({ status: 'pending', crypto_address: null, crypto_delay: null })
    await rig.settle()
    for (const callback of callbacks(rig.exchangeRig, orderId))
      expect(callback).toMatchObject({ crypto_address: null })
    rig.pass(HOUR_MS)
    rig.pricesAre({ ETH: 3_300n })
    await verifyBuyer(orderId)
    const buyer = await rig.buyerOf(entry)
    await rig.live()
    const order = await rig.order(id)
    expect(order).toMatchObject({ status: 'processing', crypto_address: expect.stringMatching(/^0x/) })
    expect(order.crypto_delay).toBeGreaterThan(800)
    expect((await buyer.view()).at('order.deposit.address')).toBe(order.crypto_address)
    // What was promised to the client holds, although the order waited before.
    rig.pricesAre({ ETH: 3_000n })
    await rig.pay(order.crypto_address ?? '', '1')
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'finished', payout_amount: order.payout_amount })
    expect(Number(order.payout_amount)).toBeGreaterThan(3_200)
    expect(await rig.coinsAt(wallet, 'USDC')).toBe(order.payout_amount)
  })

  test('an order by coins that never had a client shows no address when it has ended', async () => {
    const { id } = await placed()
    rig.pass(7 * DAY_MS)
    await rig.settle()
    expect(await rig.order(id)).toMatchObject({ status: 'expired', crypto_address: null })
  })
})
