import { createMetrics } from '@cambio/server/metrics.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { expect, test } from 'vitest'
import { bankNeeds } from '../src/work/exchangeNeeds.ts'
import { createBody, createPath } from './createOrder.ts'
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

test('money that came for no order is counted and warned of until it is settled or taken back', async () => {
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
