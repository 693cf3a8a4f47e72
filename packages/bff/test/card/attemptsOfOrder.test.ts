import { describe, expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { registerClient } from '../client/registerClient.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { ethAddress, type Rig } from '../rig.ts'

/* What order data and callbacks tell of each attempt to pay, of why money went back, and of when an order ended. */

let rig: Rig
let importStatement: SepaRig['importStatement']
useSepaRig((bank) => void ({ rig, importStatement } = bank))

const DAY_MS = 24 * 60 * 60 * 1_000

const dataOf = async (id: string) => (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body

/** The last callback of an order. */
const lastOf = (id: string) =>
  rig.deliveries
    .map(({ body }): unknown => JSON.parse(body))
    .findLast((callback) => JSON.stringify(callback).includes(`"${id}"`))

/** An order of 100 EUR by bank transfer. */
async function transferOrder(id: string): Promise<string> {
  const created = await rig.partner('POST', createPath, { ...createBody(id), payin_group: 'sepa' })
  return String(created.at('client_order_id'))
}

const pay = (orderId: string, reference: string, amount = '100.00') =>
  importStatement(statement([{ reference, amount, lines: [orderId] }]))

describe('an order by card', () => {
  test('an order by card tells each attempt and its result, in its data and its callbacks, and when it ended', async () => {
    const order = await rig.placeOrder()
    expect(await dataOf(order.entry)).toMatchObject({ attempts: [], refund_reason: null, finished_at: null })
    await rig.charge(order, 'declined')
    rig.pass(1_000)
    await rig.charge(order, 'turned_away')
    rig.pass(1_000)
    const paid = { fingerprint: 'wallet', mask: '489537******3478', wallet: 'google_pay' } as const
    await rig.charge(order, 'held', paid)
    const last = (await rig.attempts(order.orderId)).at(-1)?.platformOrderId ?? ''
    rig.card.becomes(last, 'settled')
    await rig.settle()
    const data = await dataOf(order.entry)
    const sent = {
      status: 'finished',
      refund_reason: null,
      attempts: [
        { method: 'Visa', result: 'declined', decline_reason: 'Insufficient funds' },
        { method: 'Visa', result: 'not_sent', decline_reason: null },
        { method: 'Visa', wallet: 'google_pay', result: 'succeeded', decline_reason: null },
      ],
      finished_at: expect.stringMatching(/^\d{10}\.\d{6}$/) as string,
    }
    expect(data).toMatchObject(sent)
    expect(lastOf(order.entry)).toMatchObject({ client_order: sent })
    expect((await rig.runCommand('order', 'show', order.orderId)).output).toContain('wallet google_pay')
    const { attempts, status_log: log } = data as { attempts: { at: number }[]; status_log: { at: number }[] }
    const times = [log[0]?.at ?? 0, ...attempts.map(({ at }) => at), log.at(-1)?.at ?? 0]
    expect(attempts[0]).not.toHaveProperty('wallet')
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  test('an order by card tells when it ended without money', async () => {
    const order = await rig.placeOrder()
    for (const _ of [1, 2, 3]) await rig.charge(order, 'declined')
    const sent = { status: 'error', refund_reason: null, finished_at: expect.any(String) as string }
    expect(await dataOf(order.entry)).toMatchObject(sent)
    await rig.settle()
    expect(lastOf(order.entry)).toMatchObject({ client_order: sent })
  })

  test('an order by card whose capture is refused says so', async () => {
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    const [attempt] = await rig.attempts(order.orderId)
    const amount = { units: 5_000n, currency: 'EUR' }
    const transId = `trans-${attempt?.platformOrderId}`
    const held = { is: 'held', transId, amount, captureRefused: true, returnRefused: false } as const
    rig.card.reports(attempt?.platformOrderId ?? '', held)
    await rig.settle()
    expect(await dataOf(order.entry)).toMatchObject({
      status: 'refunded',
      refund_reason: 'capture_failed',
      attempts: [{ result: 'succeeded' }],
      finished_at: expect.any(String) as string,
    })
  })
})

describe('an order by transfer', () => {
  test('an order by transfer shows the received transfer and another that is being refunded', async () => {
    const orderId = await transferOrder('twice')
    await pay(orderId, 'A1')
    await rig.settle()
    expect(await dataOf('twice')).toMatchObject({
      refund_reason: null,
      attempts: [{ method: 'sepa', result: 'succeeded', decline_reason: null }],
    })
    await pay(orderId, 'A2', '40.00')
    const data = await dataOf('twice')
    expect(data).toMatchObject({
      status: 'finished',
      refund_reason: 'unexpected_payment',
      attempts: [{ result: 'succeeded' }, { result: 'succeeded' }],
    })
    const [first, second] = (data as { attempts: { at: number }[] }).attempts
    expect(second?.at).toBeGreaterThan(first?.at ?? 0)
  })

  test('an order by transfer that is paid late says so, and has another end then', async () => {
    const orderId = await transferOrder('late')
    rig.pass(3 * DAY_MS + 1_000)
    await rig.settle()
    const expired = await dataOf('late')
    expect(expired).toMatchObject({ status: 'expired', refund_reason: null, attempts: [] })
    expect(expired).toHaveProperty('finished_at', expect.any(String))
    await pay(orderId, 'L1')
    expect(await dataOf('late')).toMatchObject({ refund_reason: 'late_payment' })
  })

  test('an order by transfer with less than the smallest pay-in says so', async () => {
    const orderId = await transferOrder('little')
    await pay(orderId, 'S1', '0.50')
    await rig.settle()
    expect(await dataOf('little')).toMatchObject({ refund_reason: 'amount_out_of_bounds' })
  })

  test('an order by transfer whose coins cannot be paid out says so', async () => {
    const orderId = await transferOrder('unpaid')
    rig.payoutsMeet('refused')
    await pay(orderId, 'B1')
    await rig.settle()
    expect(await dataOf('unpaid')).toMatchObject({ refund_reason: 'payout_failed' })
    rig.payoutsMeet(undefined)
  })

  test('an order by transfer that the operator refunds says so', async () => {
    const orderId = await transferOrder('back')
    await pay(orderId, 'C1')
    expect((await rig.runCommand('order', 'refund', orderId, '--reason', 'asked for')).ok).toBe(true)
    expect(await dataOf('back')).toMatchObject({ refund_reason: 'operator', finished_at: null })
  })
})

test('a client reads of its order what its partner reads', async () => {
  const client = await registerClient(rig)
  const terms = {
    payin_currency: 'EUR',
    payin_amount: '100',
    payout_currency: 'ETH',
    dst_address: ethAddress,
  }
  const id = String((await client.send('POST', '/api/v2/client/order/create', terms)).at('client_order_id'))
  rig.pass(61 * 60_000)
  await rig.settle()
  const sent = { attempts: [], refund_reason: null, finished_at: expect.any(String) as string }
  expect((await client.send('GET', `/api/v2/client/order/${id}`)).body).toMatchObject(sent)
})

test('version 1 of the API keeps its fields', async () => {
  await rig.partner('POST', createPath, createBody('plain'))
  const sent = await rig.partner('POST', '/api/v1/partner/order', { partner_order_id: 'plain' })
  for (const name of ['attempts', 'refund_reason', 'finished_at']) expect(sent.body).not.toHaveProperty(name)
  expect(sent.status).toBe(200)
})
