import { verify } from '@cambio/exchange/limit/verify.ts'
import { beforeEach, expect, test } from 'vitest'
import { registerClient } from '../client/registerClient.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig } from '../rig.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { statement } from './statement.ts'

let bank: SepaRig
let rig: SepaRig['rig']
useSepaRig(
  (opened) => {
    bank = opened
    rig = opened.rig
  },
  () => openRig({ mode: 'live' }),
)

/** Live has no caps until they are set, and takes nothing of somebody of whom nothing is verified. */
beforeEach(async () => {
  const [first = '', ...others] = ['email_phone', 'basic', 'identity', 'address', 'bank_statement'].map(
    (level) => `caps.sepa.${level}EurCents=1500000`,
  )
  const words = [...first.split('='), ...others.flatMap((value) => ['--and', value])]
  expect(await rig.runCommand('tariff', 'set', ...words)).toMatchObject({ ok: true })
  await rig.catalogue.refresh()
})

const verified = { phone: '+4930123456', phone_verified: 1, email_verified: 1 }
const DAY_MS = 24 * 60 * 60 * 1_000

/** An order of Jane Doe’s by bank transfer, and money that came for it from somebody. */
async function paidBy(name: string): Promise<string> {
  const { email } = await registerClient(rig, { first_name: 'Jane', last_name: 'Doe', ...verified })
  const body = { ...createBody('p-1'), payin_group: 'sepa', client_email: email }
  const orderId = String((await rig.partner('POST', createPath, body)).at('client_order_id'))
  const line = { reference: 'A1', amount: '100.00', lines: [orderId], name }
  expect(await bank.importStatement(statement([line]))).toMatchObject({ matched: 1 })
  await rig.settle()
  return orderId
}

async function approve(token: string): Promise<void> {
  const { rates, catalogue, random, clock } = rig.exchange
  await verify(
    { ...rig.stores, rates, catalogue, random, now: () => clock.now() },
    { token, approved: true, documents: 'as_told' },
  )
}

const orderData = async () => (await rig.partner('GET', '/api/v2/partner/order/p-1')).body

test('money from the client’s own account buys its coins, however the bank writes the name', async () => {
  await paidBy('DOE, Jané')
  expect(await orderData()).toMatchObject({ status: 'finished' })
})

test('money from somebody else’s account waits until the account is shown to be the client’s', async () => {
  const orderId = await paidBy('Carl Stranger')
  expect(await orderData()).toMatchObject({
    status: 'pending',
    substatus: 'proof_pending',
    money: { state: 'taken', amount: '100.00' },
  })
  const callback = rig.deliveries.map(({ body }): unknown => JSON.parse(body)).at(-1)
  expect(callback).toMatchObject({
    client_order: { verification_url: expect.stringContaining('/verification/') },
  })
  const url = (await rig.stores.orders.find(orderId))?.limit?.verificationUrl ?? ''
  await approve(new URL(url).pathname.split('/').at(-1) ?? '')
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
})

test('money whose payer the bank does not name waits as well, and goes back after a week', async () => {
  const orderId = await paidBy('')
  expect(await orderData()).toMatchObject({ status: 'pending' })
  rig.pass(7 * DAY_MS)
  await rig.settle()
  expect(await bank.exportPayments()).toContain(`<EndToEndId>${orderId}-refund-1</EndToEndId>`)
  expect(await orderData()).toMatchObject({ status: 'auth_success', money: { state: 'returning' } })
})

test('a decision on one transfer does not count for the next while the first is still on its way back', async () => {
  const orderId = await paidBy('Carl Stranger')
  rig.pass(7 * DAY_MS)
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'auth_success', money: { state: 'returning' } })
  const again = { reference: 'A2', amount: '100.00', lines: [orderId], name: 'Carl Stranger' }
  expect(await bank.importStatement(statement([again]))).toMatchObject({ matched: 1 })
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'proof_pending' })
  expect((await rig.stores.orders.find(orderId))?.payout).toBeNull()
})

test('money from somebody else’s account waits on when more comes, whatever else the client proves', async () => {
  const orderId = await paidBy('Carl Stranger')
  const again = { reference: 'A2', amount: '100.00', lines: [orderId], name: 'Carl Stranger' }
  expect(await bank.importStatement(statement([again]))).toMatchObject({ matched: 1 })
  await rig.settle()
  const { clientId } = (await rig.stores.orders.find(orderId)) ?? {}
  const expiresAt = new Date(rig.exchange.clock.now().getTime() + DAY_MS)
  const identity = { clientId: clientId ?? '', orderId: null, level: 'identity', expiresAt } as const
  await rig.stores.verifications.keep('a-token', identity)
  await approve('a-token')
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'pending', substatus: 'proof_pending' })
  expect((await rig.stores.orders.find(orderId))?.payout).toBeNull()
})
