import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { ourIban, statement, type Line } from './statement.ts'

let bank: SepaRig
let rig: SepaRig['rig']
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const DAY_MS = 24 * 60 * 60 * 1_000
const why = ['--reason', 'The bank took the money back']

/** An order of 100 EUR by bank transfer. */
async function placeOrder(id = 'sepa-1'): Promise<string> {
  const created = await rig.partner('POST', createPath, { ...createBody(id), payin_group: 'sepa' })
  return String(created.at('client_order_id'))
}

const find = (orderId: string) => rig.stores.orders.find(orderId)
const orderData = async (id = 'sepa-1') => (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body

const credit = (reference: string, orderId: string, extra: Partial<Line> = {}): Line => ({
  reference,
  amount: '100.00',
  lines: [`Order ${orderId}`],
  ...extra,
})
const reversal = (reference: string, orderId: string, extra: Partial<Line> = {}): Line =>
  credit(reference, orderId, { side: 'DBIT', isReversal: true, ...extra })

/** What stands in the books after what was booked, of the accounts that a reversal is about. */
async function books(orderId: string) {
  const [atBank, lost, ofOrder, byHand] = await Promise.all(
    ['bank', 'chargeback', `order:${orderId}`, 'by_hand'].map((name) => bank.cents(name)),
  )
  return { atBank, lost, ofOrder, byHand }
}

const chargedBack = { state: 'taken_back' }

describe('a transfer that the bank takes back', () => {
  test('a transfer that the bank takes back before coins are sent stops its order, which the operator settles', async () => {
    const orderId = await placeOrder()
    await bank.importStatement(statement([credit('A1', orderId)]))
    expect(await bank.importStatement(statement([reversal('B1', orderId)]))).toEqual({
      entries: 1,
      matched: 1,
      owed: 0,
      seen_before: 0,
      unread: [],
    })
    await rig.settle()
    expect(withAttentionReason(await find(orderId))).toMatchObject({
      attentionReason: 'charged_back',
      payout: null,
      payin: { transfers: [chargedBack] },
    })
    expect(await orderData()).toMatchObject({ status: 'auth_success', money: { state: 'returned' } })
    expect((await bank.run('owed', 'list')).output).toContain(`${orderId}  waits for you: charged_back`)
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: -10_000n, byHand: 0n })
    expect((await bank.run('order', 'show', orderId)).output).toMatch(
      /transfer_taken_back.*Bank statement, SHA-256/,
    )
    expect((await bank.run('order', 'resolve', orderId, 'continue', ...why)).ok).toBe(false)
    expect((await bank.run('order', 'resolve', orderId, 'settle', ...why)).ok).toBe(true)
    expect(await orderData()).toMatchObject({ status: 'refunded' })
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: 0n, byHand: -10_000n })
  })

  test('a transfer that is taken back in its own file pays for no coins, wherever the two lines stand', async () => {
    const orderId = await placeOrder()
    const others = Array.from({ length: 250 }, (_, index) => credit(`X${index}`, 'nobody'))
    const lines = [reversal('B1', orderId), ...others, credit('A1', orderId)]
    expect(await bank.importStatement(statement(lines))).toMatchObject({
      entries: 252,
      matched: 2,
      owed: 250,
    })
    await rig.settle()
    expect(withAttentionReason(await find(orderId))).toMatchObject({
      attentionReason: 'charged_back',
      payout: null,
    })
    expect(await bank.importStatement(statement(lines))).toMatchObject({ matched: 0, seen_before: 252 })
    expect(await bank.cents('chargeback')).toBe(10_000n)
  })

  test('a transfer that the bank takes back after coins were sent is a loss, and shown', async () => {
    const orderId = await placeOrder()
    await bank.importStatement(statement([credit('A1', orderId)]))
    await rig.settle()
    const file = join(bank.folder, 'reversal.xml')
    await writeFile(file, statement([reversal('B1', orderId)]))
    const { output } = await bank.run('sepa', 'import', file)
    expect(output).toContain(`charged back the payment of ${orderId}`)
    expect(await orderData()).toMatchObject({ status: 'finished' })
    expect(withAttentionReason(await find(orderId))).toMatchObject({ attentionReason: 'charged_back' })
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: 0n, byHand: 0n })
    expect((await bank.run('order', 'resolve', orderId, 'settle', ...why)).ok).toBe(true)
    expect(withAttentionReason(await find(orderId))).toMatchObject({
      attentionReason: null,
      status: 'finished',
    })
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: 0n, byHand: 0n })
  })

  test('a reversal finds its transfer by the payer’s end-to-end id where the bank says nothing else', async () => {
    const orderId = await placeOrder()
    await bank.importStatement(statement([credit('A1', orderId, { endToEndId: 'E-7' })]))
    await bank.importStatement(statement([reversal('B1', '', { lines: [], endToEndId: 'E-7' })]))
    await rig.settle()
    expect(withAttentionReason(await find(orderId))).toMatchObject({
      attentionReason: 'charged_back',
      payout: null,
    })
  })

  test('a transfer that the bank takes back in part stops its order as well, and counts as that part', async () => {
    const orderId = await placeOrder()
    await bank.importStatement(statement([credit('A1', orderId)]))
    await bank.importStatement(statement([reversal('B1', orderId, { amount: '40.00' })]))
    await rig.settle()
    expect(withAttentionReason(await find(orderId))).toMatchObject({
      attentionReason: 'charged_back',
      payout: null,
    })
    expect(await books(orderId)).toMatchObject({ atBank: 6_000n, lost: 4_000n })
    await bank.importStatement(statement([reversal('B2', orderId, { amount: '60.00' })]))
    expect(await books(orderId)).toMatchObject({ atBank: 0n, lost: 10_000n })
    // No more can be taken back than came.
    expect(
      await bank.importStatement(statement([reversal('B3', orderId, { amount: '1.00' })])),
    ).toMatchObject({
      matched: 0,
    })
    expect(await books(orderId)).toMatchObject({ atBank: -100n, lost: 10_000n, byHand: 100n })
  })

  test('a transfer that the bank takes back and gives again is its order’s once more', async () => {
    const orderId = await placeOrder()
    await bank.importStatement(statement([credit('A1', orderId)]))
    await bank.importStatement(statement([reversal('B1', orderId)]))
    await rig.settle()
    const again = reversal('B2', orderId, { side: 'CRDT' })
    expect(await bank.importStatement(statement([again]))).toMatchObject({ matched: 1, owed: 0 })
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'finished', money: { state: 'taken' } })
    expect(await books(orderId)).toEqual({ atBank: 10_000n, lost: 0n, ofOrder: 0n, byHand: 0n })
  })

  test('a transfer for no order is owed no longer once the bank takes it back', async () => {
    await bank.importStatement(statement([credit('A1', 'nobody', { endToEndId: 'E-8' })]))
    const taken = reversal('B1', 'nobody', { endToEndId: 'E-8' })
    expect(await bank.importStatement(statement([taken]))).toMatchObject({ matched: 1 })
    expect((await bank.run('owed', 'list')).output).toContain('Nothing is owed')
    expect((await bank.run('owed', 'settle', `bank:${ourIban}:A1`, ...why)).ok).toBe(false)
    expect(await books('')).toMatchObject({ atBank: 0n, byHand: 0n, lost: 0n })
  })

  test('a transfer for no order that the bank takes back after its settlement leaves nothing in the books', async () => {
    await bank.importStatement(statement([credit('A1', 'nobody', { endToEndId: 'E-8' })]))
    expect((await bank.run('owed', 'settle', `bank:${ourIban}:A1`, ...why)).ok).toBe(true)
    const taken = reversal('B1', 'nobody', { endToEndId: 'E-8' })
    expect(await bank.importStatement(statement([taken]))).toMatchObject({ matched: 0 })
    expect(await books('')).toMatchObject({ atBank: 0n, byHand: 0n, lost: 0n })
  })

  test('a reversal that may belong to two orders is named, and stops neither', async () => {
    const [first, second] = [await placeOrder(), await placeOrder('sepa-2')]
    const called = { endToEndId: '1' }
    await bank.importStatement(statement([credit('A1', first, called), credit('A2', second, called)]))
    const file = join(bank.folder, 'reversal.xml')
    await writeFile(file, statement([reversal('B1', '', { lines: [], ...called })]))
    const { ok, output } = await bank.run('sepa', 'import', file)
    expect([ok, output]).toEqual([true, expect.stringMatching(/of unknown origin: B1/)])
    expect(await bank.cents('by_hand')).toBe(10_000n)
    expect(await bank.cents('bank')).toBe(10_000n)
  })
})

describe('a transfer that the bank takes back during its refund', () => {
  /** An order that lapsed before its money came. */
  async function placeLate(): Promise<string> {
    const orderId = await placeOrder()
    rig.pass(3 * DAY_MS + 60_000)
    await rig.work.tick()
    await bank.importStatement(statement([credit('A1', orderId)]))
    await rig.settle()
    return orderId
  }
  const sentBack = (orderId: string, extra: Partial<Line> = {}): Line => ({
    reference: 'C1',
    side: 'DBIT',
    amount: '100.00',
    endToEndId: `${orderId}-refund-1`,
    ...extra,
  })

  test('the refund of a transfer that the bank took back leaves with no file, and is not paid twice', async () => {
    const orderId = await placeLate()
    await bank.importStatement(statement([reversal('B1', orderId)]))
    await rig.settle()
    expect(await bank.exportPayments()).toBe('')
    expect((await bank.run('order', 'resolve', orderId, 'settle', ...why)).ok).toBe(true)
    await rig.settle()
    expect(await bank.exportPayments()).toBe('')
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: 0n, byHand: -10_000n })
  })

  test('a refund that a file had before the bank took its transfer back is a loss when it leaves', async () => {
    const orderId = await placeLate()
    await bank.exportPayments()
    await bank.importStatement(statement([reversal('B1', orderId)]))
    expect(await bank.importStatement(statement([sentBack(orderId)]))).toMatchObject({ matched: 1 })
    expect(await books(orderId)).toEqual({ atBank: -10_000n, lost: 10_000n, ofOrder: 0n, byHand: 0n })
    expect(withAttentionReason(await find(orderId))).toMatchObject({ attentionReason: 'charged_back' })
    expect((await bank.run('order', 'resolve', orderId, 'settle', ...why)).ok).toBe(true)
    expect(await books(orderId)).toEqual({ atBank: -10_000n, lost: 10_000n, ofOrder: 0n, byHand: 0n })
  })

  test('a refund that leaves after its order was settled by hand is no longer booked as settled by hand', async () => {
    const orderId = await placeLate()
    await bank.exportPayments()
    await bank.importStatement(statement([reversal('B1', orderId)]))
    expect((await bank.run('order', 'resolve', orderId, 'settle', ...why)).ok).toBe(true)
    await bank.importStatement(statement([sentBack(orderId)]))
    expect(await books(orderId)).toEqual({ atBank: -10_000n, lost: 10_000n, ofOrder: 0n, byHand: 0n })
  })

  test('the refund of a transfer that the bank took back is on the account again when the payer’s bank returns it', async () => {
    const orderId = await placeLate()
    await bank.exportPayments()
    await bank.importStatement(statement([sentBack(orderId)]))
    await bank.importStatement(statement([reversal('B1', orderId)]))
    const back = sentBack(orderId, { reference: 'C2', side: 'CRDT', isReturn: true })
    await bank.importStatement(statement([back]))
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: -10_000n, byHand: 0n })
    expect((await bank.run('order', 'resolve', orderId, 'settle', ...why)).ok).toBe(true)
    expect(await books(orderId)).toEqual({ atBank: 0n, lost: 10_000n, ofOrder: 0n, byHand: -10_000n })
  })
})
