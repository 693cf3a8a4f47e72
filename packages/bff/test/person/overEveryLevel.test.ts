import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { registerClient } from '../client/registerClient.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import type { Rig } from '../rig.ts'

let bank: SepaRig
let rig: Rig
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const levels = ['unverified', 'email_phone', 'basic', 'identity', 'address', 'bank_statement'] as const

/** Sets what clients may pay in by bank transfer, EUR: the same at every level but those that are named. */
async function cap(all: number, { from, at }: { from?: (typeof levels)[number]; at?: number } = {}) {
  const first = from === undefined ? levels.length : levels.indexOf(from)
  for (const [index, level] of levels.entries()) {
    const cents = `${(index < first ? all : (at ?? all)) * 100}`
    expect(await rig.runCommand('tariff', 'set', `caps.sepa.${level}EurCents`, cents)).toMatchObject({
      ok: true,
    })
  }
  await rig.catalogue.refresh()
}

/**
 * An order of 100 EUR by bank transfer whose money came, of another amount where one is named. The client's e-mail address
 * is confirmed, and no more.
 */
async function paidOrder({ id = 'p-1', amount = '100.00', ...fields }: Paid = {}): Promise<{
  orderId: string
  verificationUrl: () => Promise<unknown>
}> {
  const { email } = await registerClient(rig, { email_verified: 1, ...fields })
  const body = { ...createBody(id), payin_group: 'sepa', client_email: email }
  const created = await rig.partner('POST', createPath, body)
  const orderId = String(created.at('client_order_id'))
  const line = { reference: id, amount, lines: [orderId] }
  expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
  await rig.settle()
  const entry = `${orderId}~${new URL(String(created.at('redirect'))).searchParams.get('k')}`
  const session = await rig.buyerAt(entry, email)
  const verificationUrl = async () =>
    (await rig.widget('GET', `/api/widget/${entry}`, undefined, session)).at('order.verification_url')
  return { orderId, verificationUrl }
}

type Paid = { readonly id?: string; readonly amount?: string; readonly email?: string }

const orderData = async (id = 'p-1') => (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body
const approve = (orderId: string) => rig.runCommand('order', 'approve', orderId, '--reason', 'seen')

test('an order over its limit names the first level that allows more', async () => {
  await cap(50, { from: 'identity', at: 1_000 })
  const { orderId, verificationUrl } = await paidOrder()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
  expect(await verificationUrl()).toMatch(/\/verification\//)
  expect(await approve(orderId)).toMatchObject({ ok: true })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
})

test('an order that more came for than it was placed for needs the level of what came', async () => {
  await cap(500, { from: 'identity', at: 1_000 })
  const { orderId } = await paidOrder({ amount: '900.00' })
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
  expect(await approve(orderId)).toMatchObject({ ok: true })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished', payin_amount: '900.00' })
})

test('an order needs the level of what the same person has paid by another address, too', async () => {
  await cap(150, { from: 'identity', at: 1_000 })
  await paidOrder({ id: 'p-0', email: 'jane.doe@gmail.com' })
  expect(await orderData('p-0')).toMatchObject({ status: 'finished' })
  const { orderId } = await paidOrder({ email: 'janedoe@gmail.com' })
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'identity_pending' })
  expect(await approve(orderId)).toMatchObject({ ok: true })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
})

test('an order is not approved where no level allows what came for it, though one allows what it was placed for', async () => {
  await cap(500)
  const { orderId } = await paidOrder({ amount: '900.00' })
  expect(await approve(orderId)).toMatchObject({ ok: false, output: expect.stringContaining('every level') })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending' })
})

test('an order that no level allows is not approved: the operator reads what can be done', async () => {
  await cap(50)
  const { orderId, verificationUrl } = await paidOrder()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'proof_pending' })
  const { ok, output } = await approve(orderId)
  expect({ ok, output }).toEqual({
    ok: false,
    output: expect.stringMatching(
      /exceeds the limit of every level.*caps\.sepa\.bank_statementEurCents.*order refund/s,
    ),
  })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending' })
  // Nobody is sent to show documents that change nothing.
  expect(await verificationUrl()).toBe(null)
  const sent: unknown = JSON.parse(rig.deliveries.at(-1)?.body ?? '{}')
  expect(sent).toMatchObject({ client_order: { status: 'pending', limits: { client_limit_in_EUR: 50 } } })
  expect(sent).not.toHaveProperty('client_order.verification_url')
  const asked = await rig.partner('GET', '/api/v2/partner/order/verification_url?partner_order_id=p-1')
  expect(statusAndCode(asked)).toEqual([409, 'order_state'])
  const client = await rig.query<{ level: string }>({
    name: 'level_of_order',
    text: 'select c.level from client c join orders o on o.client_id = c.id where o.id = $1',
    values: [orderId],
  })
  expect(client).toEqual([{ level: 'unverified' }])

  await cap(50, { from: 'bank_statement', at: 1_000 })
  expect(await approve(orderId)).toMatchObject({ ok: true })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
})

test('money goes back when the documents for its limit are refused, and the order says so', async () => {
  await cap(50, { from: 'identity', at: 1_000 })
  const { verificationUrl } = await paidOrder()
  expect(await orderData()).toMatchObject({ status: 'pending', refund_reason: null, finished_at: null })
  const { pathname } = new URL(String(await verificationUrl()))
  expect((await rig.send('POST', pathname, { body: 'decision=refuse' })).status).toBe(200)
  await rig.settle()
  expect(await orderData()).toMatchObject({
    money: { state: 'returning' },
    refund_reason: 'verification_refused',
  })
})

test('money goes back after seven days without documents, and the order says so', async () => {
  await cap(50)
  await paidOrder()
  rig.pass(7 * 24 * 60 * 60_000)
  await rig.settle()
  expect(await orderData()).toMatchObject({
    money: { state: 'returning' },
    refund_reason: 'verification_expired',
  })
})
