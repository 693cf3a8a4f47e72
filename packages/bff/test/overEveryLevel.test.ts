import { expect, test } from 'vitest'
import { createBody, createPath } from './createOrder.ts'
import { registerClient } from './registerClient.ts'
import type { Rig } from './rig.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { statement } from './statement.ts'

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

/** An order of 100 EUR by bank transfer whose money came. The client's e-mail address is confirmed, and no more. */
async function paidOrder(): Promise<{ orderId: string; verificationUrl: () => Promise<unknown> }> {
  const { email } = await registerClient(rig, { email_verified: 1 })
  const body = { ...createBody('p-1'), payin_group: 'sepa', client_email: email }
  const created = await rig.partner('POST', createPath, body)
  const orderId = String(created.at('client_order_id'))
  const line = { reference: 'A1', amount: '100.00', lines: [orderId] }
  expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
  await rig.settle()
  const entry = `${orderId}~${new URL(String(created.at('redirect'))).searchParams.get('k')}`
  const session = await rig.buyerAt(entry, email)
  const verificationUrl = async () =>
    (await rig.widget('GET', `/api/widget/${entry}`, undefined, session)).at('order.verification_url')
  return { orderId, verificationUrl }
}

const orderData = async () => (await rig.partner('GET', '/api/v2/partner/order/p-1')).body
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

test('an order that no level allows is not approved: the operator reads what can be done', async () => {
  await cap(50)
  const { orderId, verificationUrl } = await paidOrder()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'proof_pending' })
  const { ok, output } = await approve(orderId)
  expect({ ok, output }).toEqual({
    ok: false,
    output: expect.stringMatching(
      /is over the limit of every level.*caps\.sepa\.bank_statementEurCents.*order refund/s,
    ),
  })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending' })
  // The buyer is not sent to show documents that change nothing.
  expect(await verificationUrl()).toBe(null)
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
