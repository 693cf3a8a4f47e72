import { createMetrics } from '@cambio/server/metrics.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { expect, test } from 'vitest'
import { unconfirmedNeed } from '../../src/work/exchangeNeeds.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { withdrawn } from './sepaWithdrawal.ts'
import { debitLine, ourIban, statement } from './statement.ts'
import { pain002 } from './statusReport.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const why = ['--reason', 'the bank was asked']
const now = () => bank.rig.exchange.clock.now()

function passTo(time: string): void {
  bank.rig.pass(Date.parse(time) - now().getTime())
}

/** What the exchange’s log warns of, and its number of payments in no statement. */
async function alarms() {
  const warnings: string[] = []
  const log = { info() {}, error() {}, warn: (event: string) => void warnings.push(event) }
  const metrics = createMetrics({ program: 'exchange' })
  await needs(
    { database: bank.rig.database, log, metrics },
    { everyMs: 1_000, needs: [unconfirmedNeed(now)] },
  ).work()
  const numbers = (await metrics.exposition()).body
  return { warnings, count: /^bank_payments_unconfirmed\{[^}]*\} (\d+)$/m.exec(numbers)?.[1] }
}

const owedList = async () => (await bank.run('owed', 'list')).output
const asJson = async () => JSON.parse((await bank.run('owed', 'list', '--json')).output).unconfirmed

test.each([
  ['a Monday', '2026-03-02T10:00:00Z', '2026-03-04T09:00:00Z', '2026-03-04T23:00:00Z'],
  ['a Friday', '2026-03-06T10:00:00Z', '2026-03-10T09:00:00Z', '2026-03-10T23:00:00Z'],
  ['a Saturday', '2026-03-07T10:00:00Z', '2026-03-10T23:00:00Z', '2026-03-11T00:00:01Z'],
  ['a Thursday before Easter', '2026-04-02T10:00:00Z', '2026-04-08T09:00:00Z', '2026-04-08T23:00:00Z'],
  ['the last day of April', '2026-04-30T10:00:00Z', '2026-05-05T09:00:00Z', '2026-05-05T23:00:00Z'],
  ['Christmas Eve', '2026-12-24T10:00:00Z', '2026-12-29T09:00:00Z', '2026-12-29T23:00:00Z'],
])(
  'a payment exported on %s that no statement has two bank days later is listed and warned of',
  async (_, exported, before, after) => {
    passTo(exported)
    const orderId = await withdrawn(bank)
    const payment = `${orderId}-payout`
    passTo(before)
    expect(await alarms()).toEqual({ warnings: [], count: '0' })
    expect(await owedList()).toBe('Nothing is owed and no order waits for you.')
    passTo(after)
    expect(await alarms()).toEqual({
      warnings: [expect.stringContaining('“owed list” names it')],
      count: '1',
    })
    expect(await owedList()).toContain(`${payment}  100.00 EUR  in no statement: the pay-out of ${orderId}`)
    expect(await asJson()).toMatchObject([
      {
        payment_id: payment,
        client_order_id: orderId,
        amount: '100.00',
        currency: 'EUR',
        bank_status: null,
        unfit: null,
      },
    ])
    await bank.importStatement(statement([debitLine(payment)]))
    expect(await alarms()).toEqual({ warnings: [], count: '0' })
    expect(await asJson()).toEqual([])
  },
)

test('an unconfirmed payment shows what the bank said of it, and stops waiting when it is rejected', async () => {
  passTo('2026-03-02T10:00:00Z')
  const payment = `${await withdrawn(bank)}-payout`
  passTo('2026-03-05T10:00:00Z')
  const [{ file_id: fileId }] = await asJson()
  await bank.importStatement(pain002(fileId, { group: 'ACSP' }))
  expect(await owedList()).toMatch(new RegExp(`^${payment}  .*, your bank said ACSP$`, 'm'))
  await bank.run('sepa', 'reject', payment, ...why)
  expect(await asJson()).toEqual([])
  expect(await alarms()).toEqual({ warnings: [], count: '0' })
})

test('an unconfirmed payment waits on after a line of another amount was settled by hand, and the list says so', async () => {
  passTo('2026-03-02T10:00:00Z')
  const payment = `${await withdrawn(bank)}-payout`
  await bank.importStatement(statement([debitLine(payment, { amount: '99.99' })]))
  passTo('2026-03-05T10:00:00Z')
  expect(await asJson()).toMatchObject([{ payment_id: payment, unfit: 'open' }])
  const line = `bank:${ourIban}:B-${payment}`
  expect((await bank.run('owed', 'settle', line, ...why)).ok).toBe(true)
  expect(await asJson()).toMatchObject([{ payment_id: payment, unfit: 'settled' }])
  expect(await owedList()).toContain('another amount left under its name and was settled by hand')
  expect(await alarms()).toMatchObject({ count: '1' })
  const { output } = await bank.run('sepa', 'reject', payment, ...why)
  expect(output).toContain(`99.99 EUR had left as ${payment}`)
  expect(await alarms()).toMatchObject({ count: '0' })
})
