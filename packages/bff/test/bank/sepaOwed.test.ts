import { createMetrics } from '@cambio/server/metrics.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { expect, test } from 'vitest'
import { bankNeeds } from '../../src/work/exchangeNeeds.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { ourIban, statement, type Line } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const why = ['--reason', 'sent back']
const ofNobody = (reference: string, extra: Partial<Line> = {}): Line => ({
  reference,
  amount: '100.00',
  lines: ['of nobody'],
  ...extra,
})

/** Counts again and again, as the exchange does, what the bank’s lines have for a person. */
function watch() {
  const warned: (number | undefined)[] = []
  const log = {
    info() {},
    error() {},
    warn: (event: string, fields: { count?: number } = {}) => {
      expect(event).toContain('“owed list” names it')
      warned.push(fields.count)
    },
  }
  const metrics = createMetrics({ program: 'exchange' })
  const counted = needs({ database: bank.rig.database, log, metrics }, { everyMs: 1_000, needs: bankNeeds })
  return async () => {
    await counted.work()
    const { body } = await metrics.exposition()
    return { warned: warned.splice(0), owed: Number(/^bank_lines_owed\{[^}]*\} (\d+)$/m.exec(body)?.[1]) }
  }
}

test('money that names no order is counted and warned of until it is settled or taken back', async () => {
  const count = watch()
  const created = await bank.rig.partner('POST', createPath, { ...createBody('o-1'), payin_group: 'sepa' })
  const orderId = String(created.at('client_order_id'))
  await bank.importStatement(statement([ofNobody('P1', { lines: [orderId] })]))
  expect(await count()).toEqual({ warned: [], owed: 0 })
  const lines = [ofNobody('N1', { endToEndId: 'E-1' }), ofNobody('N2'), ofNobody('N3', { currency: 'CHF' })]
  await bank.importStatement(statement(lines))
  expect(await count()).toEqual({ warned: [3], owed: 3 })
  expect((await bank.run('owed', 'settle', `bank:${ourIban}:N2`, ...why)).ok).toBe(true)
  expect(await count()).toEqual({ warned: [], owed: 2 })
  const back = ofNobody('N1-back', { side: 'DBIT', isReversal: true, endToEndId: 'E-1' })
  expect(await bank.importStatement(statement([back]))).toMatchObject({ matched: 1 })
  expect(await count()).toEqual({ warned: [], owed: 1 })
})

test('“owed list” shows what a bank’s line says, and what an order that waits is about', async () => {
  const called = { endToEndId: 'INV-77', lines: ['Invoice 77', 'thank you'] }
  await bank.importStatement(statement([ofNobody('T1', called), ofNobody('T2', { lines: [], iban: null })]))
  const created = await bank.rig.partner('POST', createPath, { ...createBody('o-2'), payin_group: 'sepa' })
  const orderId = String(created.at('client_order_id'))
  await bank.importStatement(statement([ofNobody('P2', { lines: [orderId], endToEndId: 'P-2' })]))
  const reversal = ofNobody('P2-back', { side: 'DBIT', isReversal: true, endToEndId: 'P-2' })
  await bank.importStatement(statement([reversal]))
  const { output } = await bank.run('owed', 'list')
  expect(output).toMatch(
    new RegExp(
      `^bank:${ourIban}:T1  100\\.00 EUR  owed since .*  called INV-77  “Invoice 77 thank you”$`,
      'm',
    ),
  )
  expect(output).toMatch(
    new RegExp(`^bank:${ourIban}:T2  100\\.00 EUR  owed since \\S+  from Ada Example$`, 'm'),
  )
  expect(output).toMatch(
    new RegExp(
      `^${orderId}  waits for you: charged_back, 100\\.00 EUR for [\\d.]+ ETH, placed 2026-\\S+Z$`,
      'm',
    ),
  )
  const { money, orders } = JSON.parse((await bank.run('owed', 'list', '--json')).output)
  expect(money).toMatchObject([
    { end_to_end_id: 'INV-77', text: 'Invoice 77\nthank you', sender: 'Ada Example' },
    { end_to_end_id: null, text: '' },
  ])
  expect(orders).toMatchObject([
    {
      client_order_id: orderId,
      payin_amount: '100.00',
      payin_currency: 'EUR',
      payout_amount: expect.stringMatching(/^\d+\.\d+$/),
      payout_currency: 'ETH',
    },
  ])
})

test('a sender whose name would move the cursor or make a line is shown with its escapes, and told to scripts as it is', async () => {
  const name = 'Eve\u009b2J\u202e\nbank:forged  900.00 EUR  owed'
  await bank.importStatement(statement([ofNobody('T9', { name })]))
  const { output } = await bank.run('owed', 'list')
  expect(output).toContain('from Eve\\x9b2J\\u202e\\nbank:forged  900.00 EUR  owed')
  expect(output).not.toMatch(/^bank:forged/m)
  const { output: json } = await bank.run('owed', 'list', '--json')
  expect(JSON.parse(json)).toMatchObject({ money: [{ sender: name }] })
  for (const control of ['\u009b', '\u202e']) expect(json).not.toContain(control)
})
