import { imbalances } from '@cambio/server/postgres/Ledger.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  registerBalanceClient,
  withdraw,
  mistypedCode,
} from '../balance/balanceRig.ts'
import { openSepaRig, type SepaRig } from '../bank/sepaRig.ts'
import { ourIban, statement, type Line } from '../bank/statement.ts'
import { createBody, createPath } from './createOrder.ts'

/*
 * Ways in which money goes wrong at a bank, on a balance and by card. After each the books sum to zero, our account holds
 * what its statements say, and the order says where the money is.
 */

let bank: SepaRig
let rig: SepaRig['rig']
/** What our account holds by all statements so far, cents. */
let stated = 0n
beforeAll(async () => {
  bank = await openSepaRig()
  rig = bank.rig
})
afterEach(async () => {
  expect(await imbalances(rig.query)).toEqual([])
  expect(await bank.cents('bank')).toBe(stated)
})
afterAll(() => bank.close())

const DAY_MS = 24 * 60 * 60 * 1_000
const TENTH = 10n ** 17n
const because = ['--reason', 'asked for']
let orders = 0

async function orderData(id: string) {
  return (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body
}

/** What the operator tries in order to give money back, none of which may do anything. */
async function expectNothingToGiveBack(orderId: string): Promise<void> {
  const { payin } = (await rig.stores.orders.find(orderId)) ?? {}
  const tries = [
    ['order', 'refund', orderId, ...because],
    ['owed', 'return', orderId, ...because],
    ['order', 'resolve', orderId, 'refund', ...because],
  ]
  for (const words of tries) expect(await bank.run(...words)).toMatchObject({ ok: false })
  await rig.settle()
  expect((await rig.stores.orders.find(orderId))?.payin).toEqual(payin)
}

describe('the wrong ways of a transfer', () => {
  /** An order of 100 EUR. */
  async function placeOrder() {
    const id = `bank-${(orders += 1)}`
    const created = await rig.partner('POST', createPath, { ...createBody(id), payin_group: 'sepa' })
    const orderId = String(created.at('client_order_id'))
    const line = (reference: string, extra: Partial<Line> = {}): Line => ({
      reference: `${id}-${reference}`,
      amount: '100.00',
      lines: [orderId],
      ...extra,
    })
    return { id, orderId, line }
  }

  async function importLines(...lines: Line[]) {
    return bank.importStatement(statement(lines))
  }

  /** Places an order whose money comes too late and goes back. */
  async function placeRefunded() {
    const { id, orderId, line } = await placeOrder()
    rig.pass(3 * DAY_MS + 60_000)
    await rig.work.tick()
    await importLines(line('in'))
    await rig.settle()
    expect(await orderData(id)).toMatchObject({ status: 'expired', money: { state: 'returning' } })
    await bank.exportPayments()
    const back = line('out', { side: 'DBIT', lines: [], endToEndId: `${orderId}-refund-1` })
    expect(await importLines(back)).toMatchObject({ matched: 1 })
    expect(await orderData(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    return { id, orderId, back }
  }

  test('a transfer with a wrong reference is owed to its payer, and its order expires unpaid', async () => {
    const { id, line } = await placeOrder()
    stated += 10_000n
    expect(await importLines(line('wrong', { lines: ['ABCDE-000000'] }))).toMatchObject({
      matched: 0,
      owed: 1,
    })
    await rig.settle()
    expect(await orderData(id)).toMatchObject({ status: 'processing', money: { state: 'not_taken' } })
    expect(await bank.cents(`owed:bank:${ourIban}:${id}-wrong`)).toBe(-10_000n)
    rig.pass(3 * DAY_MS)
    await rig.work.tick()
    expect(await orderData(id)).toMatchObject({ status: 'expired', money: { state: 'not_taken' } })
  })

  test('a transfer that is imported twice buys once', async () => {
    const { id, orderId, line } = await placeOrder()
    stated += 10_000n
    await importLines(line('in'))
    await importLines(line('in'))
    await rig.settle()
    expect(await importLines(line('in'))).toMatchObject({ seen_before: 1 })
    await rig.settle()
    expect(await orderData(id)).toMatchObject({
      status: 'finished',
      money: { state: 'taken', amount: '100.00', currency: 'EUR' },
    })
    expect(await bank.cents(`order:${orderId}`)).toBe(0n)
  })

  test('a transfer that its payer’s bank sends back to us is owed, and says so', async () => {
    const { id, orderId, back } = await placeRefunded()
    stated += 10_000n
    expect(
      await importLines({ ...back, reference: `${id}-bounced`, side: 'CRDT', isReturn: true }),
    ).toMatchObject({ owed: 1 })
    expect(await orderData(id)).toMatchObject({
      status: 'refunded',
      money: { state: 'owed', amount: '100.00' },
    })
    expect(await bank.cents(`owed:${orderId}`)).toBe(-10_000n)
  })

  test('a transfer that was refunded is not refunded again', async () => {
    const { id, orderId, back } = await placeRefunded()
    await expectNothingToGiveBack(orderId)
    expect(await bank.exportPayments()).toBe('')
    expect(await importLines(back)).toMatchObject({ seen_before: 1 })
    expect(await orderData(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
  })
})

describe('the wrong ways of a withdrawal', () => {
  async function clientWith(units: bigint) {
    const client = await registerBalanceClient(rig, `wrong-${(orders += 1)}`)
    await creditBalance(rig, client.id, units)
    return client
  }

  async function withdrawn(email: string) {
    const id = `withdrawal-${(orders += 1)}`
    const created = await withdraw(rig, id, email)
    return {
      id,
      orderId: String(created.at('client_order_id')),
      uuid: created.at('uuid'),
      status: created.status,
    }
  }

  test('a withdrawal with five wrong codes ends, and its amount is on the balance', async () => {
    const { email, session } = await clientWith(TENTH)
    const { id, uuid } = await withdrawn(email)
    expect(await orderData(id)).toMatchObject({ money: { state: 'held' } })
    const code = await codeOf(rig, uuid)
    for (let tries = 0; tries < 5; tries++) await confirm(rig, uuid, mistypedCode(code))
    expect((await confirm(rig, uuid, code)).at('code')).toBe('order_state')
    await rig.settle()
    expect(await orderData(id)).toMatchObject({ status: 'canceled', money: { state: 'not_taken' } })
    expect(await balanceOf(rig, session)).toBe('0.100000000000000000')
  })

  test('a withdrawal whose code arrives while it expires ends only once', async () => {
    const { email, session } = await clientWith(TENTH)
    const { id, uuid } = await withdrawn(email)
    const code = await codeOf(rig, uuid)
    rig.pass(10 * 60_000)
    const [late] = await Promise.all([confirm(rig, uuid, code), rig.work.tick(), rig.work.tick()])
    expect(late.at('code')).toBe('order_state')
    await rig.settle()
    expect(await orderData(id)).toMatchObject({ status: 'expired', money: { state: 'not_taken' } })
    expect(await balanceOf(rig, session)).toBe('0.100000000000000000')
  })

  test('a balance pays only one of two withdrawals at once that would each take all of it', async () => {
    const { email, session } = await clientWith(TENTH)
    const both = await Promise.all([withdrawn(email), withdrawn(email)])
    const [created, ...others] = both.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    await confirm(rig, created?.uuid, await codeOf(rig, created?.uuid))
    await rig.settle()
    expect(await orderData(created?.id ?? '')).toMatchObject({
      status: 'finished',
      money: { state: 'taken' },
    })
    expect(await balanceOf(rig, session)).toBe('0.000000000000000000')
  })

  test('a withdrawal that went back to the balance does not go back again', async () => {
    const { email, session } = await clientWith(TENTH)
    const { id, orderId, uuid } = await withdrawn(email)
    rig.payoutsMeet('refused')
    await confirm(rig, uuid, await codeOf(rig, uuid))
    await rig.settle()
    rig.payoutsMeet(undefined)
    expect(await orderData(id)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    await expectNothingToGiveBack(orderId)
    expect(await balanceOf(rig, session)).toBe('0.100000000000000000')
  })
})

test('a card payment that was refunded is not refunded again', async () => {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  rig.payoutsMeet('refused')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await rig.settle()
  rig.payoutsMeet(undefined)
  const { partnerOrderId } = (await rig.stores.orders.find(order.orderId)) ?? {}
  const receivable = await bank.cents('card:receivable')
  expect(await orderData(String(partnerOrderId))).toMatchObject({
    status: 'refunded',
    money: { state: 'returned' },
  })
  await expectNothingToGiveBack(order.orderId)
  expect(await bank.cents('card:receivable')).toBe(receivable)
  expect(await bank.cents(`order:${order.orderId}`)).toBe(0n)
})
