import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { ethAddress, openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** A call where there is no database to be opened. */
const callAlone = (...words: string[]) =>
  answerCall(exchangeCommands, words, () => Promise.reject(new Error('A database was asked for.')))

test('a second partner under a name in use is refused, since the command line finds partners by name', async () => {
  const make = () => rig.runCommand('partner', 'create', '--name', 'Once')
  expect(await make()).toMatchObject({ ok: true })
  const again = await make()
  expect(again.ok).toBe(false)
  expect(again.output).toMatch(/^There is a partner Once already, with the API key \w+; none was created\.$/)
  expect(await rig.runCommand('partner', 'show', 'Once')).toMatchObject({ ok: true })
})

test('a new partner can sign at once, and its page may frame the widget', async () => {
  const origins = ['--origin', 'https://a.test', '--origin', 'https://b.test']
  const { output, ok } = await rig.runCommand('partner', 'create', '--name', 'Corner', ...origins, '--json')
  expect(ok).toBe(true)
  const partner = z
    .object({ api_key: z.string(), secret: z.string(), callback_secret: z.string() })
    .parse(JSON.parse(output))
  const as = { apiKey: partner.api_key, secret: partner.secret, callbackSecret: partner.callback_secret }
  const opened = await rig.partner('POST', '/api/v2/partner/create_request', {}, { as })
  const page = await rig.send('GET', `/w/${String(opened.at('request_id'))}`)
  expect(page.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://a.test https://b.test',
  )
  const [row] = await rig.query<{ sealed: Buffer }>(
    statement('select secret_sealed as sealed from partner where api_key = $1', partner.api_key),
  )
  expect(row?.sealed.toString('latin1')).not.toContain(partner.secret)
})

test('an unknown command is answered with the commands there are', async () => {
  expect(await callAlone()).toMatchObject({ ok: true, output: expect.stringContaining('partner create') })
  expect(await callAlone('partner', 'destroy')).toMatchObject({
    ok: false,
    output: expect.stringContaining('no such command'),
  })
  await expect(callAlone('owed', 'list')).rejects.toThrow('A database was asked for.')
})

test('a call that lacks something is told so before a database is opened', async () => {
  for (const words of [
    ['partner', 'create'],
    ['order', 'show'],
    ['order', 'resolve', 'A', 'refund'],
  ])
    expect(await callAlone(...words)).toMatchObject({ ok: false, output: expect.stringContaining('Usage: ') })
})

test('a command that is asked for help describes itself alone', async () => {
  for (const words of [
    ['order', 'show', '--help'],
    ['help', 'order', 'show'],
  ]) {
    const help = await callAlone(...words)
    expect(help).toMatchObject({ ok: true, output: expect.stringContaining('order show <client_order_id>') })
    expect(help.output).not.toContain('partner create')
  }
})

test('money that no order wants is listed until the operator has looked at it', async () => {
  expect((await rig.runCommand('owed', 'list')).output).toBe('Nothing is owed and no order waits for you.')
  const order = await rig.placeOrder()
  await rig.charge(order, 'lost_after')
  const [attempt] = await rig.attempts(order.orderId)
  const platformOrderId = attempt?.platformOrderId ?? ''
  rig.card.becomesOtherAmount(platformOrderId, { units: 4_999n, currency: 'EUR' })
  await rig.settle()
  const { output } = await rig.runCommand('owed', 'list')
  expect(output).toContain(`${order.orderId}  49.99 EUR  owed since`)
  expect(output).toContain(`${order.orderId}  waits for you: owed`)
})

describe('an order that waits for the operator', () => {
  const reason = ['--reason', 'seen by Ada']
  const accountOf = (account: string) => balanceOf(rig.query, account, 'EUR', 'posted')

  /** Places a buyer's order and holds its card; answers with it and the platform's id of the charge. */
  async function placeHeld() {
    const order = await rig.placeOrder()
    await rig.charge(order, 'held')
    const [attempt] = await rig.attempts(order.orderId)
    return { ...order, platformOrderId: attempt?.platformOrderId ?? '' }
  }

  /** Places an order of which the platform takes less than was charged. */
  async function placeOwed() {
    const order = await placeHeld()
    rig.card.becomesOtherAmount(order.platformOrderId, { units: 4_999n, currency: 'EUR' })
    await rig.settle()
    return order
  }

  async function statusOf(order: { path: string; session: string }): Promise<unknown> {
    return (await rig.widget('GET', order.path, undefined, order.session)).at('order.status')
  }

  async function expectNothingWaits(): Promise<void> {
    expect((await rig.runCommand('owed', 'list')).output).toBe('Nothing is owed and no order waits for you.')
  }

  test('an order that waits for the operator gives the money back at the operator’s word', async () => {
    const order = await placeOwed()
    expect(await rig.runCommand('order', 'resolve', order.orderId, 'refund', ...reason)).toMatchObject({
      ok: true,
    })
    await rig.settle()
    expect(await statusOf(order)).toBe('refunded')
    expect(await accountOf('card:receivable')).toBe(0n)
    await expectNothingWaits()
  })

  test('an order that waits for the operator is owed nothing once settled by hand, and no money moves', async () => {
    const order = await placeOwed()
    rig.card.refusesReturn(order.platformOrderId, true)
    expect(await rig.runCommand('order', 'resolve', order.orderId, 'settle', ...reason)).toMatchObject({
      ok: true,
    })
    await rig.settle()
    expect(await statusOf(order)).toBe('refunded')
    expect(await accountOf('by_hand')).toBe(-4_999n)
    expect(await accountOf(`owed:${order.orderId}`)).toBe(0n)
    expect(await accountOf(`order:${order.orderId}`)).toBe(0n)
    await expectNothingWaits()
    expect((await rig.runCommand('order', 'show', order.orderId)).output).toContain('note seen by Ada')
  })

  test('an order that waits for the operator goes on where it stopped at the operator’s word', async () => {
    const order = await placeHeld()
    rig.card.becomes(order.platformOrderId, 'declined')
    await rig.stores.inbox.file({ source: 'card', reference: order.platformOrderId })
    await rig.work.tick()
    rig.card.becomes(order.platformOrderId, 'settled')
    await rig.settle()
    expect(await statusOf(order)).toBe('processing_payout')
    expect((await rig.runCommand('owed', 'list')).output).toContain(
      `${order.orderId}  waits for you: contradiction`,
    )
    expect(await rig.runCommand('order', 'resolve', order.orderId, 'continue', ...reason)).toMatchObject({
      ok: true,
    })
    await rig.settle()
    expect(await statusOf(order)).toBe('finished')
    await expectNothingWaits()
  })

  test('an order with a charge-back keeps its loss once the operator has seen it, and cannot be refunded', async () => {
    const order = await placeHeld()
    const { platformOrderId } = order
    rig.card.becomes(platformOrderId, 'settled')
    await rig.settle()
    const amount = { units: 5_000n, currency: 'EUR' }
    rig.card.reports(platformOrderId, { is: 'charged_back', transId: `trans-${platformOrderId}`, amount })
    await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
    await rig.work.tick()
    const refund = await rig.runCommand('order', 'resolve', order.orderId, 'refund', ...reason)
    expect(refund.ok).toBe(false)
    expect(refund.output).toContain('has no money here: a bank charged back 50.00 EUR')
    expect(await rig.runCommand('order', 'resolve', order.orderId, 'continue', ...reason)).toMatchObject({
      ok: true,
    })
    expect(await accountOf('chargeback')).toBe(5_000n)
    expect(await statusOf(order)).toBe('finished')
    await expectNothingWaits()
  })

  test('an order can be resolved by the operator only while it waits for the operator', async () => {
    const order = await placeHeld()
    const { output, ok } = await rig.runCommand('order', 'resolve', order.orderId, 'settle', ...reason)
    expect([ok, output]).toEqual([false, expect.stringContaining('does not wait for you')])
  })
})

test('a hold that would not be released is listed with its amount', async () => {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  const platformOrderId = attempt?.platformOrderId ?? ''
  rig.card.refusesReturn(platformOrderId, true)
  rig.card.becomes(platformOrderId, 'capture_refused')
  await rig.settle()
  const { output } = await rig.runCommand('owed', 'list')
  expect(output).toContain(`${order.orderId}  waits for you: owed, 50.00 EUR held`)
})

test('an order is shown with its history, its address and why its card was declined, and without its buyer', async () => {
  const order = await rig.placeOrder({ email: 'private@example.com' })
  await rig.charge(order, 'declined')
  const { output } = await rig.runCommand('order', 'show', order.orderId)
  for (const text of ['fact placed', 'fact declined', '411111******1111', 'state waiting'])
    expect(output).toContain(text)
  expect(output).toContain(ethAddress)
  expect(output).not.toContain('private@example.com')
  expect(output).toMatch(/411111\*+1111  decline_reason \S/)
})

test('callbacks that were given up are sent again by hand', async () => {
  rig.receiverAnswers(() => ({ is: 'gone' }))
  const order = await rig.placeOrder()
  await rig.work.tick()
  rig.receiverAnswers(() => ({ is: 'acknowledged', status: 200 }))
  expect((await rig.runCommand('callback', 'resend', order.orderId)).output).toBe('Sending 1 again.')
  await rig.work.tick()
  expect(rig.deliveries).toHaveLength(2)
  expect((await rig.runCommand('callback', 'resend', order.orderId)).output).toBe(
    'No callback of this order failed in the last 31 days.',
  )
})
