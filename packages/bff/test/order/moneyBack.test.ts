import { expect, test } from 'vitest'
import {
  balanceOf,
  codeOf,
  confirm,
  creditBalance,
  registerBalanceClient,
  withdraw,
} from '../balance/balanceRig.ts'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { createBody, createPath } from './createOrder.ts'

/* What the operator reads after a refund: whether money moved, and what is next. */

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const why = ['--reason', 'The buyer asked for it']

async function outputOf(...words: string[]): Promise<string> {
  const { ok, output } = await bank.run(...words, ...why)
  expect([ok, output]).toEqual([true, expect.any(String)])
  return output
}

/** Places an order to be paid by bank and answers its id. */
async function placeTransfer(name: string): Promise<string> {
  const body = { ...createBody(name), payin_group: 'sepa' }
  return String((await bank.rig.partner('POST', createPath, body)).at('client_order_id'))
}

/** Places an order whose money the card platform has and neither keeps for it nor gives back. */
async function placeOwed(becomes: (platformOrderId: string) => void): Promise<string> {
  const { rig } = bank
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  const platformOrderId = attempt?.platformOrderId ?? ''
  rig.card.refusesReturn(platformOrderId, true)
  becomes(platformOrderId)
  await rig.settle()
  return order.orderId
}

test('a refund of a transfer waits for the next file of payments', async () => {
  const orderId = await placeTransfer('by-bank')
  await bank.importStatement(statement([{ reference: 'A1', amount: '100.00', lines: [orderId] }]))
  const output = await outputOf('order', 'refund', orderId)
  expect(output).toMatch(/100\.00 EUR waiting for your bank, and no money moved yet.*“sepa export”/)
  expect(output).not.toContain('is refunded')
  await bank.rig.settle()
  expect(await bank.exportPayments()).toContain(`${orderId}-refund-1`)
  const listed = await bank.run('sepa', 'list', '--json')
  const [, fileId = ''] = /"file_id":\s*"([^"]+)"/.exec(listed.output) ?? []
  const shown = await bank.run('order', 'show', orderId)
  expect(shown.output).toMatch(
    new RegExp(
      `id ${orderId}-refund-1  state exported  currency EUR  transfer 1  file_id ${fileId}  amount 100.00`,
    ),
  )
})

test('money without a payer’s account is owed, and is refunded by hand alone', async () => {
  const orderId = await placeTransfer('from-nowhere')
  await bank.importStatement(statement([{ reference: 'A1', amount: '100.00', lines: [orderId], iban: null }]))
  const advice =
    /has 100\.00 EUR owed, which was not sent.*refund it by hand, then run “order resolve .* settle”/
  expect(await outputOf('order', 'refund', orderId)).toMatch(advice)
  expect((await bank.run('order', 'show', orderId)).output).toMatch(advice)
  expect((await bank.run('owed', 'return', orderId, ...why)).output).toMatch(advice)
})

test('a refund to a card has only begun, as has the release of a hold', async () => {
  const { card } = bank.rig
  const taken = await placeOwed((id) => card.becomesOtherAmount(id, { units: 4_999n, currency: 'EUR' }))
  expect((await bank.run('order', 'show', taken)).output).toMatch(/49\.99 EUR owed.*“owed return .*” tries/)
  const output = await outputOf('owed', 'return', taken)
  expect(output).toMatch(/is being refunded, and no money moved yet.*refund 49\.99 EUR.*“order show .*” says/)
  expect(output).not.toContain('is refunded')
  const held = await placeOwed((id) => card.becomes(id, 'capture_refused'))
  expect(await outputOf('order', 'resolve', held, 'refund')).toContain('release 50.00 EUR')
})

test('a refund of money from a balance is on the balance at once', async () => {
  const { rig } = bank
  const client = await registerBalanceClient(rig, 'saver')
  await creditBalance(rig, client.id, 10n ** 17n)
  const created = await withdraw(rig, 'out', client.email)
  await confirm(rig, created.at('uuid'), await codeOf(rig, created.at('uuid')))
  const found = await bank.run('order', 'search', 'out', '--json')
  const [, orderId = ''] = /"client_order_id":\s*"([^"]+)"/.exec(found.output) ?? []
  expect((await bank.run('order', 'show', orderId)).output).toMatch(/^client_external_id +saver$/m)
  expect(await outputOf('order', 'refund', orderId)).toMatch(
    /is refunded: 0\.1\d* ETH is back on its client’s balance/,
  )
  expect(await balanceOf(rig, client.session)).toBe('0.100000000000000000')
})

test('an order that has no money to give back gives a single reason', async () => {
  const refused = async (orderId: string) => {
    const { ok, output } = await bank.run('order', 'refund', orderId, ...why)
    expect([ok, output]).toEqual([false, expect.not.stringContaining('coins')])
    return output
  }
  const orderId = await placeTransfer('reasons')
  expect(await refused(orderId)).toMatch(/since nothing was paid: “order cancel .*” ends it; no money moved/)
  await bank.importStatement(statement([{ reference: 'A1', amount: '100.00', lines: [orderId] }]))
  await outputOf('order', 'refund', orderId)
  expect(await refused(orderId)).toMatch(/is refunding 100\.00 EUR already/)
  expect((await bank.run('order', 'cancel', orderId, ...why)).output).toContain('is refunding 100.00 EUR')

  const unpaid = await placeTransfer('unpaid')
  await outputOf('order', 'cancel', unpaid)
  expect(await refused(unpaid)).toContain('has ended unpaid')
  expect((await bank.run('order', 'cancel', unpaid, ...why)).output).toContain(
    'has ended already, as canceled',
  )
})
