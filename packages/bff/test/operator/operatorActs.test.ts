import { sandboxRates } from '@cambio/rails/rates/sandboxRates.ts'
import { balanceOf as bookedOn } from '@cambio/server/postgres/Ledger.ts'
import { Refusal } from '@cambio/wire/http/Problem.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  registerBalanceClient,
  withdraw,
} from '../balance/balanceRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
/** Whether there are prices to be had. */
let areThere = true
beforeEach(async () => {
  areThere = true
  rig = await openRig({
    rates: {
      prices: () =>
        areThere
          ? sandboxRates({ clock: rig.exchange.clock }).prices()
          : Promise.reject(new Refusal('rate_unavailable')),
    },
  })
})
afterEach(() => rig.close())

const why = ['--reason', 'The buyer asked for it']

const Told = z.object({
  client_order_id: z.string(),
  status: z.string(),
  hold_reason: z.nullable(z.string()),
})
const Shown = z.object({
  acts: z.array(z.object({ act: z.string(), reason: z.string(), actor: z.string() })),
})
const Found = z.object({ orders: z.array(z.object({ client_order_id: z.string(), status: z.string() })) })

async function actOn(...words: string[]) {
  const { ok, output } = await rig.runCommand(...words, ...why, '--json')
  expect([ok, output]).toEqual([true, expect.any(String)])
  return Told.parse(JSON.parse(output))
}

async function actsOn(orderId: string) {
  return Shown.parse(JSON.parse((await rig.runCommand('order', 'show', orderId, '--json')).output)).acts
}

async function search(...words: string[]): Promise<readonly string[]> {
  const { output } = await rig.runCommand('order', 'search', '--json', ...words)
  return Found.parse(JSON.parse(output)).orders.map(({ client_order_id: id }) => id)
}

const statusOf = async (orderId: string) => (await rig.stores.orders.find(orderId))?.status

/** Places an order and holds its card; answers with it and the platform's id of the charge. */
async function placeHeld() {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  return { ...order, platformOrderId: attempt?.platformOrderId ?? '' }
}

test('orders are found by any detail that the operator has seen', async () => {
  const { orderId, platformOrderId } = await placeHeld()
  await rig.partner('POST', createPath, createBody('other'))
  const order = await rig.stores.orders.find(orderId)
  const words = [
    orderId,
    orderId.toLowerCase(),
    order?.partnerOrderId,
    order?.email,
    order?.requestId,
    platformOrderId,
  ]
  const { output: shown } = await rig.runCommand('order', 'show', ` ${orderId.toLowerCase()}`)
  expect(shown).toMatch(/^partner {2,}SHOP$/im)
  expect(shown).toMatch(/^money {2,}held, 50\.00 EUR$/m)
  // An id may begin with a hyphen.
  for (const word of words) expect([word, await search('--', String(word))]).toEqual([word, [orderId]])
  expect(await search()).toHaveLength(2)
  expect(await search('--status', 'auth_success')).toEqual([orderId])
  expect(await search('--partner', 'RIVAL')).toEqual([])
  expect(await search('--waiting')).toEqual([])
  const { output } = await rig.runCommand('order', 'search', orderId)
  expect(output).toContain('50.00 EUR')
  expect(output).not.toContain(String(order?.email))
  expect(output).not.toContain('There are more')
})

test('a search that stops before its last order says so', async () => {
  await rig.placeOrder()
  await rig.partner('POST', createPath, createBody('other'))
  const { output: first } = await rig.runCommand('order', 'search', '--rows', '1')
  expect(first.split('\n')).toEqual([
    expect.any(String),
    expect.stringMatching(/^There are more:.*“--rows 2”/),
  ])
  const read = async (rows: string): Promise<unknown> =>
    JSON.parse((await rig.runCommand('order', 'search', '--rows', rows, '--json')).output)
  expect(await read('1')).toEqual({ orders: [expect.anything()], more: true })
  expect(await read('2')).toEqual({ orders: [expect.anything(), expect.anything()], more: false })
})

test('the acts of commands are listed with who did them and why, and refused acts are not listed', async () => {
  const { orderId } = await rig.placeOrder()
  const acts = async (...words: string[]): Promise<unknown> =>
    JSON.parse((await rig.runCommand('audit', 'list', ...words, '--json')).output)
  await rig.runCommand('order', 'cancel', orderId, ...why, '--actor', 'Grace')
  await rig.runCommand('order', 'cancel', orderId, ...why)
  rig.pass(1_000)
  rig.receiverAnswers(() => ({ is: 'gone' }))
  await rig.work.tick()
  await rig.runCommand('callback', 'resend', '--failed')
  rig.pass(1_000)
  await rig.runCommand('tariff', 'set', 'spreadBps', '77')
  const canceled = { act: 'cancel', about: orderId, actor: 'Grace', reason: why[1] }
  const resent = { act: 'callback resend', about: null, actor: 'ada', reason: null }
  const set = { act: 'set', actor: 'ada', detail: { name: 'spreadBps', value: '77', before: '50' } }
  expect(await acts()).toMatchObject({ acts: [set, resent, canceled], more: false })
  expect(await acts('--actor', 'Grace')).toMatchObject({ acts: [canceled], more: false })
  expect(await acts('--rows', '1')).toMatchObject({ acts: [set], more: true })
})

describe('an order that nothing was paid for', () => {
  test('an unpaid order is left as it is by an act whose reason holds a card number', async () => {
    const { orderId } = await rig.placeOrder()
    const reason = ['--reason', 'Paid with 4111 1111 1111 1111']
    const { ok, output } = await rig.runCommand('order', 'cancel', orderId, ...reason)
    expect([ok, output]).toEqual([false, expect.stringContaining('without a card number')])
    expect(output).not.toContain('4111')
    expect(await actsOn(orderId)).toEqual([])
  })

  test('an unpaid order is canceled at the operator’s word, which is kept with who said it', async () => {
    const { orderId } = await rig.placeOrder()
    expect(await actOn('order', 'cancel', orderId, '--actor', 'Grace')).toEqual({
      client_order_id: orderId,
      status: 'canceled',
      hold_reason: null,
    })
    expect(await actsOn(orderId)).toEqual([{ act: 'cancel', reason: why[1], actor: 'Grace' }])
    await rig.work.tick()
    expect(rig.deliveries.map(({ body }) => JSON.parse(body) as unknown)).toContainEqual(
      expect.objectContaining({ client_order: expect.objectContaining({ status: 'canceled' }) }),
    )
    expect(await rig.runCommand('order', 'cancel', orderId, ...why)).toMatchObject({ ok: false })
    expect(await actsOn(orderId)).toHaveLength(1)
  })

  test('an order whose card is being charged, or was charged, cannot be canceled as unpaid', async () => {
    const { orderId, platformOrderId } = await placeHeld()
    expect((await rig.runCommand('order', 'cancel', orderId, ...why)).output).toContain(
      'has 50.00 EUR held on a card, which is captured next; no money moved',
    )
    rig.card.becomes(platformOrderId, 'settled')
    await rig.settle()
    expect((await rig.runCommand('order', 'cancel', orderId, ...why)).output).toContain(
      'has ended already, as finished',
    )
    expect(await statusOf(orderId)).toBe('finished')
    expect(await actsOn(orderId)).toEqual([])
  })

  test('an unpaid order that is canceled gives back what a withdrawal had reserved', async () => {
    const client = await registerBalanceClient(rig, 'saver')
    await creditBalance(rig, client.id, 10n ** 17n)
    const created = await withdraw(rig, 'out', client.email)
    expect(await balanceOf(rig, client.session)).toBe('0.000000000000000000')
    const { output } = await rig.runCommand('balance', 'show', 'saver', '--json')
    expect(JSON.parse(output)).toEqual({
      owner: `balance:client:${client.id}`,
      balances: [{ currency: 'ETH', amount: '0.100000000000000000', reserved: '0.100000000000000000' }],
    })
    const code = await codeOf(rig, created.at('uuid'))
    const [orderId = ''] = await search('out')
    await actOn('order', 'cancel', orderId)
    expect(await balanceOf(rig, client.session)).toBe('0.100000000000000000')
    expect((await confirm(rig, created.at('uuid'), code)).status).toBe(409)
  })
})

describe('an order’s money', () => {
  /** Places and pays a floating order, which then waits for prices. */
  async function placePaid() {
    const created = await rig.partner('POST', createPath, { ...createBody('float'), is_floating_rate: 1 })
    const { pathname, searchParams } = new URL(String(created.at('redirect')))
    const orderId = pathname.split('/').at(-1) ?? ''
    const entry = `${orderId}~${searchParams.get('k') ?? ''}`
    const session = await rig.buyerAt(entry, 'float@example.com')
    await rig.charge({ path: `/api/widget/${entry}`, session }, 'held')
    const [attempt] = await rig.attempts(orderId)
    areThere = false
    rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
    rig.pass(60_000)
    await rig.work.tick()
    expect(await statusOf(orderId)).toBe('auth_success')
    return orderId
  }

  test('an order’s money goes back at the operator’s word, and no coins leave then', async () => {
    const orderId = await placePaid()
    await actOn('order', 'refund', orderId)
    areThere = true
    await rig.settle()
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await bookedOn(rig.query, 'card:receivable', 'EUR', 'posted')).toBe(0n)
    expect(await actsOn(orderId)).toEqual([{ act: 'refund', reason: why[1], actor: 'ada' }])
    expect((await rig.runCommand('order', 'refund', orderId, ...why)).output).toMatch(
      /is refunded already: 100\.00 EUR was returned; no money moved\.$/,
    )
  })

  test('an order’s money stays where its coins have left, or no money came', async () => {
    const { orderId, platformOrderId } = await placeHeld()
    expect((await rig.runCommand('order', 'refund', orderId, ...why)).output).toContain(
      'has 50.00 EUR held on a card and not captured yet',
    )
    rig.card.becomes(platformOrderId, 'settled')
    await rig.settle()
    expect((await rig.runCommand('order', 'refund', orderId, ...why)).output).toMatch(
      /has its coins sent, by .*, and its 50\.00 EUR paid for that; no money moved\.$/,
    )
    expect(await statusOf(orderId)).toBe('finished')
  })

  test('an order’s money is returned when it is owed, once more when the first return failed', async () => {
    const { orderId, platformOrderId } = await placeHeld()
    expect((await rig.runCommand('owed', 'return', orderId, ...why)).output).toMatch(
      /owes nothing; no money moved\.$/,
    )
    rig.card.becomesOtherAmount(platformOrderId, { units: 4_999n, currency: 'EUR' })
    rig.card.refusesReturn(platformOrderId, true)
    await rig.settle()
    expect(await search('--waiting')).toEqual([orderId])
    await actOn('owed', 'return', orderId)
    await rig.settle()
    expect(await search('--waiting')).toEqual([orderId])
    rig.card.refusesReturn(platformOrderId, false)
    await actOn('owed', 'return', orderId)
    await rig.settle()
    expect(await statusOf(orderId)).toBe('refunded')
    expect(await search('--waiting')).toEqual([])
    expect(await actsOn(orderId)).toHaveLength(2)
  })
})

describe('an order that waits', () => {
  test('an order that waits for documents goes on at the current price once the operator has seen them', async () => {
    const order = await rig.placeOrder({ amount: '200.00' })
    expect((await rig.charge(order, 'held')).at('order.status')).toBe('pending')
    areThere = false
    await actOn('order', 'approve', order.orderId)
    await rig.work.tick()
    expect(await statusOf(order.orderId)).toBe('pending')
    areThere = true
    rig.pass(60_000)
    await rig.work.tick()
    expect(await statusOf(order.orderId)).toBe('processing')
    expect((await rig.charge(order, 'held')).at('order.status')).toBe('auth_success')
    expect(await actsOn(order.orderId)).toEqual([{ act: 'approve', reason: why[1], actor: 'ada' }])
    expect((await rig.runCommand('order', 'approve', order.orderId, ...why)).output).toContain(
      'waits for no approval',
    )
  })

  test('an order that waits for the operator goes on where it was stopped', async () => {
    const { orderId, platformOrderId } = await placeHeld()
    rig.card.becomes(platformOrderId, 'declined')
    await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
    await rig.work.tick()
    rig.card.becomes(platformOrderId, 'settled')
    await rig.settle()
    expect(await search('--waiting')).toEqual([orderId])
    await actOn('order', 'approve', orderId)
    await rig.settle()
    expect(await statusOf(orderId)).toBe('finished')
  })
})
