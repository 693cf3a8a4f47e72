import { createMetrics } from '@cambio/server/metrics.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { describe, expect, test } from 'vitest'
import { bankNeeds } from '../../src/work/exchangeNeeds.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { said, withdrawn } from './sepaWithdrawal.ts'
import { debitLine, ourIban, returnLine, type Line } from './statement.ts'

let bank: SepaRig
let rig: SepaRig['rig']
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const why = ['--reason', 'the bank was asked']

/** What the exchange’s log warns of, and its number of unfit lines. */
async function alarms() {
  const warnings: string[] = []
  const log = { info() {}, error() {}, warn: (event: string) => void warnings.push(event) }
  const metrics = createMetrics({ program: 'exchange' })
  const counting = { database: rig.database, log, metrics }
  await needs(counting, { everyMs: 1_000, needs: bankNeeds }).work()
  const numbers = (await metrics.exposition()).body
  return { warnings, unfit: /^bank_lines_unfit\{[^}]*\} (\d+)$/m.exec(numbers)?.[1] }
}

const owedList = async () => (await bank.run('owed', 'list')).output

describe('money that left under the name of a payment of ours', () => {
  test('a payment that left twice is named with its order, warned of, and listed until a person has seen to it', async () => {
    const orderId = await withdrawn(bank)
    const payment = `${orderId}-payout`
    const fee: Line = { reference: 'FEE', side: 'DBIT', amount: '7.50', lines: ['March'] }
    expect(await alarms()).toMatchObject({ warnings: [], unfit: '0' })
    const output = await said(bank, debitLine(payment), debitLine(payment, { reference: 'B-twice' }), fee)
    expect(output).toMatch(/^1 left the account without an order: the books say by hand\.$/m)
    expect(output).toMatch(
      new RegExp(
        `^  B-twice: debit 100\\.00 EUR, .*, called ${payment}; it is the pay-out of ${orderId}, 100\\.00 EUR, which had left before\\.$`,
        'm',
      ),
    )
    expect(output).not.toContain('FEE')
    expect(await alarms()).toEqual({
      warnings: [expect.stringContaining('“owed list” names it')],
      unfit: '1',
    })
    const line = `bank:${ourIban}:B-twice`
    expect(await owedList()).toMatch(
      new RegExp(`^${line}  100\\.00 EUR  left as ${payment}, the pay-out of ${orderId}, 100\\.00 EUR`, 'm'),
    )
    expect(JSON.parse((await bank.run('owed', 'list', '--json')).output)).toMatchObject({
      money: [],
      unfit: [
        {
          bank_line: line,
          amount: '100.00',
          currency: 'EUR',
          end_to_end_id: payment,
          client_order_id: orderId,
          payment_amount: '100.00',
        },
      ],
    })
    const byHand = await bank.cents('by_hand')
    const settled = await bank.run('owed', 'settle', line, ...why)
    expect(settled).toMatchObject({ ok: true, output: expect.stringContaining('100.00 EUR of') })
    expect((await bank.run('owed', 'settle', line, ...why)).ok).toBe(false)
    expect(await owedList()).toBe('Nothing is owed and no order waits for you.')
    expect(await alarms()).toMatchObject({ warnings: [], unfit: '0' })
    expect(await bank.cents('by_hand')).toBe(byHand)
  })

  test('a payment that left as another amount is named, too, while its order goes on waiting', async () => {
    const orderId = await withdrawn(bank)
    const less = debitLine(`${orderId}-payout`, { amount: '80.00' })
    expect(await said(bank, less)).toMatch(
      new RegExp(`B-.*: debit 80\\.00 EUR.*pay-out of ${orderId}, 100\\.00 EUR, which has not left yet\\.`),
    )
    expect(await rig.stores.orders.find(orderId)).toMatchObject({ status: 'processing_payout' })
    expect((await alarms()).unfit).toBe('1')
    // The books know of the line: nothing else can be settled by its name.
    expect((await bank.run('owed', 'settle', `bank:${ourIban}:FEE`, ...why)).ok).toBe(false)
  })

  test('the return of a payment that left twice comes with a warning to give nothing back yet', async () => {
    const orderId = await withdrawn(bank)
    const payment = `${orderId}-payout`
    await said(bank, debitLine(payment), debitLine(payment, { reference: 'B-twice' }))
    await bank.run('owed', 'settle', `bank:${ourIban}:B-twice`, ...why)
    expect(await said(bank, returnLine(payment))).toMatch(
      /paid by hand\.\nYour bank had taken .* more than once: refund nothing before it confirms that .* reached nobody\.$/,
    )
  })
})
