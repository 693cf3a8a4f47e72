import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { shop } from '../rig.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { said, withdrawn } from './sepaWithdrawal.ts'
import { debitLine, ourIban, returnLine, type Line } from './statement.ts'

let bank: SepaRig
let rig: SepaRig['rig']
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const iban = 'DE75512108001245126199'
const why = ['--reason', 'closed account']

test('a refund by transfer waits while EUR is paused, and leaves once EUR is continued', async () => {
  const created = await rig.partner('POST', createPath, { ...createBody('twice'), payin_group: 'sepa' })
  const orderId = String(created.at('client_order_id'))
  const paid = (reference: string) => ({ reference, amount: '100.00', lines: [`Order ${orderId}`] })
  await bank.run('payout', 'pause', 'EUR', ...why)
  await rig.catalogue.refresh()
  await said(bank, paid('A1'), paid('A2'))
  await rig.settle()
  const ordered = () => rig.query(sql('select from bank_payment where order_id = $1', orderId))
  expect(await ordered()).toEqual([])
  await bank.run('payout', 'continue', 'EUR', ...why)
  await rig.catalogue.refresh()
  await rig.settle()
  expect(await ordered()).toHaveLength(1)
})

describe('the import of returned money', () => {
  test('an import says whose pay-out was returned, and by which commands its order goes on', async () => {
    const orderId = await withdrawn(bank)
    await said(bank, debitLine(`${orderId}-payout`))
    const output = await said(bank, returnLine(`${orderId}-payout`))
    expect(output).toBe(
      [
        '1 line: 0 are orders’, 0 are owed to their senders, 0 were seen before, 1 is a payment of yours that was returned.',
        `The pay-out of ${orderId}, 100.00 EUR, was returned, and its order is stopped: “order resolve ${orderId} refund”`,
        'refunds the buyer, “order resolve … settle” records that you have paid by hand.',
      ].join('\n'),
    )
    expect((await bank.run('order', 'resolve', orderId, 'refund', ...why)).ok).toBe(true)
  })

  test('an import says that a partner’s pay-out was returned, and that the partner has its money again', async () => {
    const [partner] = await rig.query<{ id: string }>(
      sql('select id from partner where api_key = $1', shop.apiKey),
    )
    const account = (name: string, units: string) => ({ account: name, asset: 'EUR', layer: 'posted', units })
    const journal = {
      id: 'given:partner',
      kind: 'given',
      reference: partner?.id,
      postings: [account('liquidity', '10000'), account(`balance:partner:${partner?.id}`, '-10000')],
    }
    await rig.query(sql('select post_journals($1::jsonb, now())', JSON.stringify([journal])))
    const to = ['--iban', iban, '--name', 'Corner Shop GmbH']
    const ordered = await bank.run('partner', 'pay-out', 'SHOP', '100.00', 'EUR', ...to, ...why, '--json')
    const payment = /P[0-9a-f]{32}/.exec(ordered.output)?.[0] ?? ''
    await bank.exportPayments()
    expect(await said(bank, debitLine(payment))).toMatch(
      /^1 line: 0 are orders’.*, 1 is a partner’s pay-out that left\.$/,
    )
    expect(await said(bank, returnLine(payment))).toMatch(
      new RegExp(
        `^1 line: 0 are orders’, 0 are owed.*, 1 is a payment of yours that was returned\\.\n` +
          `A partner’s pay-out, ${payment}, 100\\.00 EUR, was returned: “balance show ${partner?.id}” has it again,\n“partner pay-out” pays it once more\\.$`,
      ),
    )
    expect((await bank.run('balance', 'show', String(partner?.id))).output).toContain('100.00')
  })

  test('an import says that a refund was returned, and is owed once more', async () => {
    const created = await rig.partner('POST', createPath, { ...createBody('twice'), payin_group: 'sepa' })
    const orderId = String(created.at('client_order_id'))
    const paid = (reference: string) => ({ reference, amount: '100.00', lines: [`Order ${orderId}`] })
    await said(bank, paid('A1'), paid('A2'))
    await rig.settle()
    await bank.exportPayments()
    const refund = `${orderId}-refund-2`
    expect(await said(bank, debitLine(refund), returnLine(refund))).toContain(
      `A refund of ${orderId}, 100.00 EUR, was returned, and is owed: “owed return ${orderId}” sends it again`,
    )
    expect((await bank.run('owed', 'return', orderId, ...why)).ok).toBe(true)
  })

  test.each<[string, Partial<Line>, string]>([
    ['less the bank’s charge', { amount: '99.01' }, 'which had left before'],
    ['a second time', { reference: 'R-again' }, 'which was returned before'],
  ])(
    'an import names the order of money that came back %s, though it is owed under the line’s name',
    async (_what, extra, stands) => {
      const orderId = await withdrawn(bank)
      const payment = `${orderId}-payout`
      const first = extra.reference === undefined ? [] : [returnLine(payment)]
      await said(bank, debitLine(payment), ...first)
      const before = await rig.stores.orders.find(orderId)
      const line = returnLine(payment, extra)
      const output = await said(bank, line)
      expect(output).toContain('1 is owed to its sender')
      expect(output).toMatch(
        new RegExp(
          `^  ${line.reference}: credit ${line.amount} EUR, .*; it is the pay-out of ${orderId}, 100\\.00 EUR, ${stands}\\.$`,
          'm',
        ),
      )
      expect(output).toContain('orders stay as they are')
      expect(await rig.stores.orders.find(orderId)).toEqual(before)
      const name = `bank:${ourIban}:${line.reference}`
      expect((await bank.run('owed', 'settle', name, ...why)).ok).toBe(true)
    },
  )
})
