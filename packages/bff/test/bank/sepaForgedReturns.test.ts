import { expect, test } from 'vitest'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { said, withdrawn } from './sepaWithdrawal.ts'
import { debitLine, ourIban, returnLine, statement, type Line } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const why = ['--reason', 'sent back']
const find = (orderId: string) => bank.rig.stores.orders.find(orderId)

test.each<[string, Partial<Line>]>([
  ['the same amount', {}],
  ['a little', { amount: '1.00' }],
  ['a little, with the order’s id in what it says', { amount: '1.00', lines: ['ORDER'] }],
])(
  'money that somebody sends under a payment’s name is no return, and is owed to its sender: %s',
  async (_what, extra) => {
    const orderId = await withdrawn(bank)
    const payment = `${orderId}-payout`
    await said(bank, debitLine(payment))
    await bank.rig.settle()
    const before = await find(orderId)
    expect(before).toMatchObject({ status: 'finished' })
    const lines = (extra.lines ?? []).map((text) => text.replace('ORDER', orderId))
    const line = returnLine(payment, { isReturn: false, ...extra, lines })
    const output = await said(bank, line)
    expect(output).toContain('1 is owed to its sender')
    expect(output).toContain('your bank does not call it a return. It is owed to its sender')
    expect(output).not.toContain('pay by hand')
    expect(output).toMatch(
      new RegExp(`^ {2}R-${payment}: credit ${line.amount} EUR, .*the pay-out of ${orderId}`, 'm'),
    )
    expect(await find(orderId)).toEqual(before)
    const name = `bank:${ourIban}:R-${payment}`
    expect((await bank.run('owed', 'list')).output).toContain(`${name}  ${line.amount} EUR  owed`)
    expect((await bank.run('order', 'refund', orderId, ...why)).ok).toBe(false)
    expect((await bank.run('owed', 'settle', name, ...why)).ok).toBe(true)
    // The real return still counts.
    await said(bank, returnLine(payment, { reference: 'R-real' }))
    expect(await find(orderId)).toMatchObject({ payout: { state: 'refused' } })
  },
)

test.each<[string, (text: string) => string]>([
  ['the reason of a return', (text) => text],
  ['its own sign of a reversal', (text) => plain(text).replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')],
  ['ISO’s code of a return', (text) => plain(text).replace('<SubFmlyCd>ESCT', '<SubFmlyCd>RRTN')],
  [
    'a German bank’s code of a return',
    (text) => plain(text).replace('</Domn>', '</Domn><Prtry><Cd>NRTI+159+00931</Cd><Issr>DK</Issr></Prtry>'),
  ],
])('a returned payment is recognised by %s', async (_what, written) => {
  const orderId = await withdrawn(bank)
  const payment = `${orderId}-payout`
  await said(bank, debitLine(payment))
  await bank.importStatement(written(statement([returnLine(payment)])))
  expect(await find(orderId)).toMatchObject({ payout: { state: 'refused' } })
})

const plain = (text: string) => text.replace(/<RtrInf>.*<\/RtrInf>/, '')

test('return information that is empty marks no return', async () => {
  const orderId = await withdrawn(bank)
  await said(bank, debitLine(`${orderId}-payout`))
  const text = statement([returnLine(`${orderId}-payout`)])
  await bank.importStatement(text.replace(/<RtrInf>.*<\/RtrInf>/, '<RtrInf/>'))
  expect(await find(orderId)).toMatchObject({ payout: { state: 'done' } })
})
