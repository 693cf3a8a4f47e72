import { applyFact } from '@cambio/exchange/order/life/applyFact.ts'
import { findPayoutRail } from '@cambio/exchange/payout/PayoutRail.ts'
import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import type { Money } from '@cambio/wire/Money.ts'
import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  payByCard,
  registerBalanceClient,
  withdraw,
} from '../balance/balanceRig.ts'
import { statusAndCode } from '../http/statusAndCode.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { payer } from '../rig.ts'
import { useSepaRig, type SepaRig } from './sepaRig.ts'
import { debitLine, ourIban, returnLine, statement } from './statement.ts'

let bank: SepaRig
let rig: SepaRig['rig']
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const iban = 'DE75512108001245126199'
const toBank = {
  payin_currency: 'EUR',
  payin_amount: '100.00',
  payout_currency: 'EUR',
  payout_group: 'sepa',
  dst_address: iban,
}

async function clientWith(cents: bigint, name = 'ada') {
  const client = await registerBalanceClient(rig, name)
  await creditBalance(rig, client.id, cents, 'EUR')
  return client
}

/** A withdrawal of 100 EUR to a bank account, confirmed and with the bank’s next file. */
async function withdrawn(name = 'ada', changed: object = {}) {
  const client = await clientWith(10_000n, name)
  const created = await withdraw(rig, `w-${name}`, client.email, { ...toBank, ...changed })
  expect(statusAndCode(created)).toEqual([200, undefined])
  const uuid = created.at('uuid')
  expect((await confirm(rig, uuid, await codeOf(rig, uuid))).status).toBe(200)
  await rig.settle()
  return { client, orderId: String(created.at('client_order_id')), name: `w-${name}` }
}

/** A confirmed withdrawal as an exchange leaves it that is about to ask its bank; its order. */
async function aboutToAsk(name: string, email: string): Promise<string> {
  const created = await withdraw(rig, name, email, toBank)
  const uuid = created.at('uuid')
  await confirm(rig, uuid, await codeOf(rig, uuid))
  const orderId = String(created.at('client_order_id'))
  const { random, clock } = rig.exchange
  const deps = { orders: rig.stores.orders, random, now: () => clock.now() }
  await applyFact(deps, { orderId, fact: { is: 'payout_sending' } })
  return orderId
}

const orderData = async (id: string) => (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body

describe('a withdrawal to a bank account', () => {
  test('a withdrawal leaves with the next payment file in its client’s name, and is final when a statement says so', async () => {
    const { orderId, name } = await withdrawn()
    expect(await orderData(name)).toMatchObject({
      status: 'processing_payout',
      payout_group: 'sepa',
      payout_method: 'sepa',
      payout_amount: '100.00',
      dst_address: iban,
      payout_txid: null,
    })
    const file = await bank.exportPayments()
    expect(file).toContain(`<EndToEndId>${orderId}-payout</EndToEndId>`)
    expect(file).toContain('<InstdAmt Ccy="EUR">100.00</InstdAmt>')
    expect(file).toContain(`<IBAN>${iban}</IBAN>`)
    expect(await bank.exportPayments()).toBe('')
    expect(await bank.importStatement(statement([debitLine(`${orderId}-payout`)]))).toEqual({
      entries: 1,
      matched: 1,
      owed: 0,
      seen_before: 0,
      unread: [],
    })
    expect(await orderData(name)).toMatchObject({ status: 'finished', payout_txid: `${orderId}-payout` })
    expect(await bank.cents('bank')).toBe(-10_000n)
    expect(await bank.cents(`order:${orderId}`)).toBe(0n)
    const { output } = await bank.run('order', 'show', orderId)
    expect(output).toMatch(/payout_done.*Bank statement, SHA-256 [0-9a-f]{64}/)
  })

  test.each<[string, object | null, string]>([
    ['nobody’s name where nobody has said it', null, '<Nm>Not provided</Nm>'],
    ['the name that the client gave', { first_name: 'Zoë', last_name: 'Groß' }, '<Nm>Zoe Gross</Nm>'],
  ])('a withdrawal to a bank account goes to %s', async (_what, called, name) => {
    const { id, email } = await clientWith(10_000n)
    if (called) await rig.stores.clients.savePayer(id, { ...payer, ...called })
    const created = await withdraw(rig, 'w-named', email, toBank)
    await confirm(rig, created.at('uuid'), await codeOf(rig, created.at('uuid')))
    await rig.settle()
    expect(await bank.exportPayments()).toContain(name)
  })

  test('a withdrawal is said to have left once, however many statements repeat it', async () => {
    const { orderId } = await withdrawn()
    await bank.exportPayments()
    const file = statement([debitLine(`${orderId}-payout`)])
    await bank.importStatement(file)
    expect(await bank.importStatement(file)).toMatchObject({ seen_before: 1 })
    expect(await bank.cents('bank')).toBe(-10_000n)
    // The bank sent it twice: money is gone that nobody ordered to go.
    const twice = debitLine(`${orderId}-payout`, { reference: 'B-twice' })
    expect(await bank.importStatement(statement([twice]))).toMatchObject({ matched: 0 })
    expect(await bank.cents('by_hand')).toBe(10_000n)
    expect(await bank.cents('bank')).toBe(-20_000n)
  })

  test.each<[string, string | undefined, string, string | undefined]>([
    ['without an account', undefined, 'address_required', undefined],
    ['to an account whose check digits do not fit', 'DE75512108001245126198', 'address_invalid', undefined],
    ['to an account that is too long', 'DE33512108001245126199000', 'address_invalid', undefined],
    ['to an account that SEPA does not reach', 'SA0380000000608010167519', 'address_invalid', undefined],
    ['to a wallet', '0x52908400098527886E0F7030069857D2E4169EE7', 'address_invalid', undefined],
    ['with a memo', iban, 'address_invalid', 'thanks'],
  ])('a withdrawal %s is refused', async (_what, dst_address, code, memo) => {
    const { email } = await clientWith(10_000n)
    const reply = await withdraw(rig, 'w-1', email, { ...toBank, dst_address, memo })
    expect(statusAndCode(reply)).toEqual([422, code])
  })

  test('a withdrawal may name its account with spaces and in lower case', async () => {
    const { orderId } = await withdrawn('ada', { dst_address: 'de75 5121 0800 1245 1261 99' })
    const order = await rig.stores.orders.find(orderId)
    expect(order?.destination).toEqual({ address: iban, memo: null })
  })
})

describe('a pay-out whose money was taken back before the next payment file', () => {
  /** An order of 100 USD by card, paid out to a bank account. */
  async function paidByCardholder(): Promise<string> {
    const body = {
      ...createBody('card-1'),
      payin_currency: 'USD',
      payin_group: 'card',
      payout_currency: 'EUR',
      payout_group: 'sepa',
      dst_address: iban,
    }
    const created = await rig.partner('POST', createPath, body)
    await payByCard(rig, created, 'ada@example.com')
    return String(created.at('client_order_id'))
  }

  async function chargedBack(): Promise<string> {
    const orderId = await paidByCardholder()
    await bankSays(orderId, { is: 'charged_back' })
    return orderId
  }

  /** The platform tells what the card holder's bank has done with the money. */
  async function bankSays(
    orderId: string,
    what: { is: 'charged_back' } | { is: 'settled'; returnRefused: boolean; disputed: Money },
  ): Promise<void> {
    const [attempt] = await rig.attempts(orderId)
    const reference = attempt?.platformOrderId ?? ''
    const amount = { units: 10_000n, currency: 'USD' }
    rig.card.reports(reference, { ...what, transId: `trans-${reference}`, amount })
    await rig.stores.inbox.file({ source: 'card', reference })
    await rig.work.tick()
  }

  test('a charged-back order’s pay-out stays out of the next payment file, and leaves once the dispute is won', async () => {
    const orderId = await chargedBack()
    const { email } = await clientWith(10_000n, 'beside')
    const other = await withdraw(rig, 'w-beside', email, toBank)
    await confirm(rig, other.at('uuid'), await codeOf(rig, other.at('uuid')))
    await rig.settle()
    const first = await bank.run('sepa', 'export', '--json')
    expect(JSON.parse(first.output)).toMatchObject({ payments: 1, waiting: 1 })
    expect(first.output).not.toContain(orderId)
    const none = await bank.run('sepa', 'export')
    expect(none.note).toContain('1 payment waits')
    const disputed = { units: 10_000n, currency: 'USD' }
    await bankSays(orderId, { is: 'settled', returnRefused: false, disputed })
    expect(await bank.exportPayments()).toContain(`<EndToEndId>${orderId}-payout</EndToEndId>`)
  })

  test('a charged-back order’s pay-out never leaves once the operator has settled the order by hand', async () => {
    const orderId = await chargedBack()
    expect((await bank.run('order', 'resolve', orderId, 'settle', '--reason', 'it is over')).ok).toBe(true)
    await rig.settle()
    expect(await bank.exportPayments()).toBe('')
    expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
      status: 'refunded',
      attentionReason: null,
    })
    expect(await bank.cents(`order:${orderId}`)).toBe(0n)
    expect((await bank.run('owed', 'list')).output).toContain('Nothing is owed and no order waits')
  })

  test('a charged-back order’s pay-out cannot go on while there is no money to pay for it', async () => {
    const orderId = await chargedBack()
    const { ok, output } = await bank.run('order', 'resolve', orderId, 'continue', '--reason', 'why not')
    expect([ok, output]).toEqual([
      false,
      expect.stringMatching(/since a bank charged back 100\.00 USD: “order resolve .* settle”/),
    ])
    expect((await bank.run('owed', 'list')).output).toContain(`${orderId}  waits for you: charged_back`)
    const { payments, waiting } = JSON.parse((await bank.run('sepa', 'export', '--json')).output)
    expect({ payments, waiting }).toEqual({ payments: 0, waiting: 1 })
  })

  test('a charged-back order that an earlier version let wait for good is shown again', async () => {
    const orderId = await chargedBack()
    const { random, clock } = rig.exchange
    const deps = { orders: rig.stores.orders, random, now: () => clock.now() }
    await applyFact(deps, { orderId, fact: { is: 'settled_by_hand', note: 'it is over' } })
    expect(await bank.exportPayments()).toBe('')
    rig.pass(3_600_000)
    await rig.settle()
    expect((await bank.run('owed', 'list')).output).toContain(`${orderId}  waits for you: charged_back`)
    expect((await bank.run('order', 'resolve', orderId, 'settle', '--reason', 'it is over')).ok).toBe(true)
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'refunded' })
    expect(await bank.cents(`order:${orderId}`)).toBe(0n)
  })

  test('a pay-out that a file had before its charge-back may have left, until a statement says so', async () => {
    const orderId = await paidByCardholder()
    const file = await bank.exportPayments()
    expect(file).toContain(`${orderId}-payout`)
    await bankSays(orderId, { is: 'charged_back' })
    expect((await bank.run('order', 'resolve', orderId, 'settle', '--reason', 'it is over')).ok).toBe(true)
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'processing_payout' })
    const amount = /Ccy="EUR">([\d.]+)</.exec(file)?.[1]
    await bank.importStatement(statement([debitLine(`${orderId}-payout`, { amount: amount ?? '' })]))
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'finished' })
  })
})

describe('a withdrawal that waits for the next payment file', () => {
  const why = ['--reason', 'the client asked for it']

  test('a withdrawal that the operator refunds goes back to the balance and is in no file', async () => {
    const { client, orderId, name } = await withdrawn()
    expect(await bank.run('order', 'refund', orderId, ...why)).toMatchObject({ ok: true })
    expect(await orderData(name)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await balanceOf(rig, client.session, 'EUR')).toBe('100.00')
    await rig.settle()
    expect(await bank.exportPayments()).toBe('')
    expect(await bank.cents(`order:${orderId}`)).toBe(0n)
  })

  test('a withdrawal that was called off stays so where another process is about to ask the bank for it', async () => {
    const { email, session } = await clientWith(10_000n)
    const orderId = await aboutToAsk('w-racing', email)
    expect(await bank.run('order', 'refund', orderId, ...why)).toMatchObject({ ok: true })
    // The program had read the order before, and asks now.
    const rail = findPayoutRail(rig.exchange.payout, { group: 'sepa', network: null })
    const asked = await rail?.send({
      payoutId: `${orderId}-payout`,
      orderId,
      amount: { units: 10_000n, currency: 'EUR' },
      address: iban,
      memo: null,
      payee: null,
    })
    expect(asked).toMatchObject({ is: 'refused' })
    expect(await bank.exportPayments()).toBe('')
    expect(await balanceOf(rig, session, 'EUR')).toBe('100.00')
    expect(await orderData('w-racing')).toMatchObject({ status: 'refunded' })
  })
})

test('the sandbox’s bank makes a pay-out with one press, and only once', async () => {
  const { orderId, name } = await withdrawn()
  const path = `/sandbox/bank?order=${orderId}`
  expect((await rig.send('GET', path)).text).toContain(`to ${iban}`)
  for (let presses = 0; presses < 2; presses++) expect((await rig.send('POST', path)).status).toBe(200)
  expect(await orderData(name)).toMatchObject({ status: 'finished', payout_txid: `${orderId}-payout` })
  expect(await bank.cents('bank')).toBe(-10_000n)
  expect(await bank.exportPayments()).toBe('')
})

test('the sandbox’s bank makes no pay-out before it is asked to, and makes it afterwards', async () => {
  const { email } = await clientWith(10_000n)
  const orderId = await aboutToAsk('w-soon', email)
  const path = `/sandbox/bank?order=${orderId}`
  expect((await rig.send('POST', path)).status).toBe(404)
  rig.pass(60_000)
  await rig.settle()
  expect((await rig.send('POST', path)).status).toBe(200)
  expect(await orderData('w-soon')).toMatchObject({ status: 'finished' })
  expect(await bank.cents('by_hand')).toBe(0n)
})

test('money under the name of a payment that no bank has received is no return, and the payment leaves', async () => {
  const { orderId, name } = await withdrawn()
  const stranger = returnLine(`${orderId}-payout`, { isReturn: false, lines: ['hello'] })
  expect(await bank.importStatement(statement([stranger]))).toMatchObject({ matched: 0, owed: 1 })
  expect(await bank.cents('bank')).toBe(10_000n)
  expect(await bank.exportPayments()).toContain(`<EndToEndId>${orderId}-payout</EndToEndId>`)
  await bank.importStatement(statement([debitLine(`${orderId}-payout`)]))
  expect(await orderData(name)).toMatchObject({ status: 'finished' })
  expect(await bank.cents('bank')).toBe(0n)
  expect(await bank.cents(`owed:bank:${ourIban}:R-${orderId}-payout`)).toBe(-10_000n)
})

describe('a withdrawal that comes back', () => {
  test('a returned withdrawal stops, is shown, and goes back to the balance when the operator says so', async () => {
    const { client, orderId, name } = await withdrawn()
    await bank.exportPayments()
    await bank.importStatement(statement([debitLine(`${orderId}-payout`), returnLine(`${orderId}-payout`)]))
    expect(await bank.cents('bank')).toBe(0n)
    expect(await orderData(name)).toMatchObject({ status: 'finished', money: { state: 'taken' } })
    expect((await bank.run('owed', 'list')).output).toContain(`${orderId}  waits for you: payout_failed`)
    const vain = await bank.run('order', 'resolve', orderId, 'continue', '--reason', 'so what')
    expect(vain).toMatchObject({
      ok: false,
      output: expect.stringContaining('100.00 EUR here, and its pay-out was called off'),
    })
    expect((await bank.run('order', 'resolve', orderId, 'refund', '--reason', 'closed account')).ok).toBe(
      true,
    )
    expect(await orderData(name)).toMatchObject({ status: 'refunded', money: { state: 'returned' } })
    expect(await balanceOf(rig, client.session, 'EUR')).toBe('100.00')
    expect(await bank.cents(`order:${orderId}`)).toBe(0n)
  })

  test('a withdrawal that returns before it was said to have left stops as well, and the two lines cancel out', async () => {
    const { orderId, name } = await withdrawn()
    await bank.exportPayments()
    await bank.importStatement(statement([returnLine(`${orderId}-payout`)]))
    expect(await orderData(name)).toMatchObject({ status: 'processing_payout' })
    expect(await bank.importStatement(statement([debitLine(`${orderId}-payout`)]))).toMatchObject({
      matched: 1,
    })
    expect(await bank.cents('bank')).toBe(0n)
    expect((await bank.run('order', 'resolve', orderId, 'refund', '--reason', 'closed account')).ok).toBe(
      true,
    )
    expect(await orderData(name)).toMatchObject({ status: 'refunded' })
  })

  test('a withdrawal that returns a second time is owed to its sender', async () => {
    const { orderId } = await withdrawn()
    await bank.exportPayments()
    await bank.importStatement(statement([debitLine(`${orderId}-payout`), returnLine(`${orderId}-payout`)]))
    const again = returnLine(`${orderId}-payout`, { reference: 'R-again' })
    expect(await bank.importStatement(statement([again]))).toMatchObject({ owed: 1 })
    expect(await bank.cents(`owed:bank:${ourIban}:R-again`)).toBe(-10_000n)
    expect(await bank.cents('bank')).toBe(10_000n)
  })
})
