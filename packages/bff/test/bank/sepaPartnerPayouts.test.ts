import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { balanceOf as inBooks } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { describe, expect, test } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { shop } from '../rig.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { debitLine, returnLine, statement } from './statement.ts'
import { pain002 } from './statusReport.ts'

let bank: SepaRig
let rig: SepaRig['rig']
useSepaRig((opened) => {
  bank = opened
  rig = opened.rig
})

const iban = 'DE75512108001245126199'

describe('a partner’s balance', () => {
  const why = ['--reason', 'settlement of March']
  async function partnerWith(cents: bigint): Promise<void> {
    const [partner] = await rig.query<{ id: string }>(
      sql('select id from partner where api_key = $1', shop.apiKey),
    )
    const journal = {
      id: 'given:partner',
      kind: 'given',
      reference: partner?.id,
      postings: [
        { account: 'liquidity', asset: 'EUR', layer: 'posted', units: String(cents) },
        {
          account: `balance:partner:${partner?.id}`,
          asset: 'EUR',
          layer: 'posted',
          units: String(-cents),
        },
      ],
    }
    await rig.query(sql('select post_journals($1::jsonb, now())', JSON.stringify([journal])))
  }
  const balance = async () => (await rig.partner('GET', '/api/v2/partner/balance/EUR')).at('amount')
  async function orderPayout(): Promise<string> {
    const to = ['--iban', iban, '--name', 'Corner Shop GmbH']
    const call = await bank.run('partner', 'pay-out', 'SHOP', '100.00', 'EUR', ...to, ...why, '--json')
    expect(call).toMatchObject({ ok: true })
    const data: unknown = JSON.parse(call.output)
    expect(data).toMatchObject({ amount: '100.00', payment_id: expect.stringMatching(/^P[0-9a-f]{32}$/) })
    return /P[0-9a-f]{32}/.exec(call.output)?.[0] ?? ''
  }

  test('a partner’s pay-out leaves by bank transfer, and is on the balance again where its bank returns it', async () => {
    await partnerWith(15_000n)
    const payment = await orderPayout()
    expect(await balance()).toBe('50.00')
    expect(await bank.exportPayments()).toContain('<Nm>Corner Shop GmbH</Nm>')
    await bank.importStatement(statement([debitLine(payment)]))
    expect(await bank.cents('bank')).toBe(-10_000n)
    expect(await inBooks(rig.query, `leaving:${payment}`, 'EUR', 'posted')).toBe(0n)
    await bank.importStatement(statement([returnLine(payment)]))
    expect(await balance()).toBe('150.00')
    expect(await bank.cents('bank')).toBe(0n)
  })

  test('a partner’s balance is whole again where the bank rejects its pay-out, whose later line is booked by hand', async () => {
    await partnerWith(10_000n)
    const payment = await orderPayout()
    const fileId = /<MsgId>([^<]+)<\/MsgId>/.exec(await bank.exportPayments())?.[1] ?? ''
    const report = pain002(fileId, { transactions: [[payment, 'RJCT', 'AC04']] })
    expect(await bank.importStatement(report)).toMatchObject({
      matched: 1,
      rejected: [{ payment_id: payment }],
    })
    expect(await balance()).toBe('100.00')
    expect(await inBooks(rig.query, `leaving:${payment}`, 'EUR', 'posted')).toBe(0n)
    expect(await bank.importStatement(statement([debitLine(payment)]))).toMatchObject({ matched: 0 })
    expect(await bank.cents('by_hand')).toBe(10_000n)
    expect(await balance()).toBe('100.00')
  })

  test('a partner’s pay-out does not leave once more until it is clear whether the first reached its account', async () => {
    await partnerWith(20_000n)
    const payment = await orderPayout()
    const fileId = /<MsgId>([^<]+)<\/MsgId>/.exec(await bank.exportPayments())?.[1] ?? ''
    await bank.importStatement(pain002(fileId, { transactions: [[payment, 'RJCT', 'AC04']] }))
    await bank.importStatement(statement([debitLine(payment)]))
    const second = await orderPayout()
    expect((await bank.run('sepa', 'export')).note).toContain('1 payment waits, since money left')
    const [line] = /bank:\S+/.exec((await bank.run('owed', 'list')).output) ?? []
    expect(await bank.run('owed', 'settle', line ?? '', ...why)).toMatchObject({ ok: true })
    expect(await bank.exportPayments()).toContain(second)
  })

  test('a partner’s balance is whole where its pay-out was returned before it was reported as sent', async () => {
    await partnerWith(10_000n)
    const payment = await orderPayout()
    await bank.exportPayments()
    await bank.importStatement(statement([returnLine(payment)]))
    await bank.importStatement(statement([debitLine(payment)]))
    expect(await balance()).toBe('100.00')
    expect(await bank.cents('bank')).toBe(0n)
    expect(await inBooks(rig.query, `leaving:${payment}`, 'EUR', 'posted')).toBe(0n)
  })

  test('a partner’s pay-out is found by its file’s id where the database’s answer about it was lost', async () => {
    await partnerWith(10_000n)
    const payment = await orderPayout()
    const said: string[] = []
    const deps = commandDepsOf(rig.exchange)
    const losing: typeof deps.transaction = async (work) => {
      await deps.transaction(work)
      throw new DatabaseUnavailable({ failure: 'gone', code: '57P01', isUnknown: true, cause: null })
    }
    const lost = await answerCall(exchangeCommands, ['sepa', 'export'], (work) =>
      work({ ...deps, transaction: losing, progress: (sentence) => void said.push(sentence) }),
    )
    expect(lost).toMatchObject({ ok: false, isComplaint: true })
    const id = /--again (CAMBIO-\w+)/.exec(said.join('\n'))?.[1] ?? ''
    expect((await bank.run('sepa', 'export', '--again', id)).output).toContain(payment)
  })

  test('a partner is not paid more than its balance, to no account, or in a currency that SEPA does not move', async () => {
    await partnerWith(10_000n)
    const expectRefused = async (...words: string[]) => {
      const { ok, output } = await bank.run('partner', 'pay-out', 'SHOP', ...words, ...why)
      expect([ok, output]).toEqual([false, expect.stringContaining('othing was booked')])
    }
    await expectRefused('100.01', 'EUR', '--iban', iban)
    await expectRefused('100.00', 'EUR', '--iban', 'DE00')
    await expectRefused('100.00', 'USD', '--iban', iban)
    await expectRefused('100.00', 'EUR', '--name', 'Corner Shop GmbH')
    expect(await balance()).toBe('100.00')
    expect(await bank.exportPayments()).toBe('')
  })
})
