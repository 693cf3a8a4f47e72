import { expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { statement, type Line } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

/** The refunds that a payment file has, in their order. */
const refundsIn = (file: string) =>
  [...file.matchAll(/<EndToEndId>[^<]*(refund-[^<]*)<\/EndToEndId>/g)]
    .map(([, id]) => String(id))
    .toSorted((one, other) => one.localeCompare(other))

/** An order that was paid three times: its second and third transfer go back. */
async function paidThrice(): Promise<string> {
  const body = { ...createBody('thrice'), payin_group: 'sepa' }
  const created = await bank.rig.partner('POST', createPath, body)
  const orderId = String(created.at('client_order_id'))
  for (const reference of ['A1', 'A2', 'A3'])
    await bank.importStatement(statement([{ reference, amount: '100.00', lines: [`Order ${orderId}`] }]))
  await bank.rig.settle()
  return orderId
}

test('the refund of one transfer is ordered once, whatever happens to the refund of another', async () => {
  const orderId = await paidThrice()
  expect(refundsIn(await bank.exportPayments())).toEqual(['refund-2', 'refund-3'])
  const left = (refund: string): Line => ({
    reference: `L-${refund}`,
    side: 'DBIT',
    amount: '100.00',
    endToEndId: `${orderId}-${refund}`,
  })
  const returnedLine = (refund: string): Line => ({
    ...left(refund),
    reference: `B-${refund}`,
    side: 'CRDT',
    isReturn: true,
  })
  await bank.importStatement(statement([left('refund-2'), returnedLine('refund-2')]))
  await bank.rig.settle()
  expect(await bank.exportPayments()).toBe('')

  expect((await bank.run('owed', 'return', orderId, '--reason', 'asked again')).ok).toBe(true)
  await bank.rig.settle()
  expect(refundsIn(await bank.exportPayments())).toEqual(['refund-2-2'])
  await bank.importStatement(statement([left('refund-3'), returnedLine('refund-3')]))
  await bank.rig.settle()
  expect(await bank.exportPayments()).toBe('')

  await bank.importStatement(statement([left('refund-2-2')]))
  expect((await bank.run('owed', 'return', orderId, '--reason', 'and this one')).ok).toBe(true)
  await bank.rig.settle()
  expect(refundsIn(await bank.exportPayments())).toEqual(['refund-3-3'])
  await bank.importStatement(statement([left('refund-3-3')]))
  expect(await bank.cents('bank')).toBe(10_000n)
  expect(await bank.cents(`owed:${orderId}`)).toBe(0n)
})
