import { expect, test } from 'vitest'
import { createBody, createPath } from './createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { statement } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const why = ['--reason', 'The buyer asked for it']

test('a transfer that cannot go back, since the bank names no account of its payer, waits for the operator', async () => {
  const { rig, run } = bank
  const body = { ...createBody('sepa-1'), payin_group: 'sepa' }
  const orderId = String((await rig.partner('POST', createPath, body)).at('client_order_id'))
  await bank.importStatement(statement([{ reference: 'A1', amount: '100.00', lines: [orderId], iban: null }]))
  const refund = await run('order', 'refund', orderId, ...why)
  expect(refund).toMatchObject({ ok: true, output: expect.stringContaining('100.00 EUR owed') })
  expect(await rig.stores.orders.find(orderId)).toMatchObject({ holdReason: 'owed' })
  expect((await run('owed', 'return', orderId, ...why)).output).toContain('give it back by hand')
  expect(await run('order', 'resolve', orderId, 'settle', ...why)).toMatchObject({ ok: true })
  expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'refunded', holdReason: null })
  expect((await run('owed', 'list')).output).toContain('Nothing is owed')
  expect(await bank.cents('by_hand')).toBe(-10_000n)
})
