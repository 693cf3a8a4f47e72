import { withAttentionReason } from '@cambio/exchange/testing/orders.ts'
import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from '../bank/sepaRig.ts'
import { statement } from '../bank/statement.ts'
import { createBody, createPath } from '../order/createOrder.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const reason = ['--reason', 'The buyer asked for it']

test('a transfer that cannot go back, since the bank names no account of its payer, waits for the operator', async () => {
  const { rig, run } = bank
  const body = { ...createBody('sepa-1'), payin_group: 'sepa' }
  const orderId = String((await rig.partner('POST', createPath, body)).at('client_order_id'))
  await bank.importStatement(statement([{ reference: 'A1', amount: '100.00', lines: [orderId], iban: null }]))
  const refund = await run('order', 'refund', orderId, ...reason)
  expect(refund).toMatchObject({ ok: true, output: expect.stringContaining('100.00 EUR owed') })
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    attentionReason: 'owed',
  })
  expect((await run('owed', 'return', orderId, ...reason)).output).toContain('refund it by hand')
  expect(await run('order', 'resolve', orderId, 'settle', ...reason)).toMatchObject({ ok: true })
  expect(withAttentionReason(await rig.stores.orders.find(orderId))).toMatchObject({
    status: 'refunded',
    attentionReason: null,
  })
  expect((await run('owed', 'list')).output).toContain('Nothing is owed')
  expect(await bank.cents('by_hand')).toBe(-10_000n)
})

test.each([
  [
    'in a country that SEPA does not reach',
    'TR330006100519786457841326',
    'SEPA transfers do not reach accounts in TR.',
  ],
  ['whose check digits do not fit', 'DE00370400440532013000', 'its check digits do not match'],
  ['that is too long', 'DE42512108001245126199000', 'has 22 characters'],
])(
  'a transfer from an account %s is not sent back: it is owed, and the account named',
  async (_, iban, why) => {
    const { rig, run } = bank
    const body = { ...createBody('sepa-1'), payin_group: 'sepa' }
    const orderId = String((await rig.partner('POST', createPath, body)).at('client_order_id'))
    const line = { amount: '100.00', lines: [orderId] }
    await bank.importStatement(statement([{ ...line, reference: 'A1' }]))
    await rig.settle()
    expect(await bank.importStatement(statement([{ ...line, reference: 'A2', iban }]))).toMatchObject({
      owed: 1,
    })
    await rig.settle()
    expect(await bank.exportPayments()).toBe('')
    expect(await bank.cents(`owed:${orderId}`)).toBe(-10_000n)
    const returned = await run('owed', 'return', orderId, ...reason)
    expect(returned.output).toContain(iban)
    expect(returned.output).toContain(why)
    expect(returned.output).toContain(`“order resolve ${orderId} settle”`)
  },
)
