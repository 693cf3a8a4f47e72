import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { ourIban } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

async function placeOrder(id: string): Promise<string> {
  const body = { ...createBody(id), payin_group: 'sepa' }
  return String((await bank.rig.partner('POST', createPath, body)).at('client_order_id'))
}

const transfersOf = async (orderId: string) => {
  const order = await bank.rig.stores.orders.find(orderId)
  return order?.payin.is === 'transfer'
    ? order.payin.transfers.map(({ amount }) => Number(amount.units))
    : null
}

/** A statement in a bank's shape, with two orders named in it. */
async function written(name: string, orders: { A: string; B: string }): Promise<string> {
  const text = await readFile(join(import.meta.dirname, 'statements', `${name}.xml`), 'utf8')
  return text.replaceAll('%A', orders.A).replaceAll('%B', orders.B)
}

type Taken = {
  entries: number
  matched: number
  owed: number
  /** EUR cents that the file brought. */
  cents: bigint
  paid: { A: number[]; B: number[] }
  unread?: object[]
}

/** Imports a file twice: the second time every line is known. */
async function expectTaken(name: string, { cents, paid, unread = [], ...counts }: Taken): Promise<void> {
  const orders = { A: await placeOrder('a'), B: await placeOrder('b') }
  const file = await written(name, orders)
  expect(await bank.importStatement(file)).toEqual({ ...counts, seen_before: 0, unread })
  expect(await bank.importStatement(file)).toMatchObject({
    matched: 0,
    owed: 0,
    seen_before: counts.entries - unread.length,
  })
  expect(await bank.cents('bank')).toBe(cents)
  expect({ A: await transfersOf(orders.A), B: await transfersOf(orders.B) }).toEqual(paid)
}

const one = { entries: 1, matched: 1, owed: 0, cents: 10_000n, paid: { A: [10_000], B: [] } }
const two = { matched: 2, owed: 0, cents: 20_000n, paid: { A: [10_000], B: [10_000] } }

describe('statements as banks write them', () => {
  test('a Deutsche Bank statement has version 2, text behind a keyword, and the bank’s codes beside ISO’s', () =>
    expectTaken('deutsche-bank-02', one))

  test('a Sparkasse statement has NONREF, and entries told apart by the bank’s number in a proprietary reference', () =>
    expectTaken('sparkasse-08', { ...two, entries: 2, paid: { A: [10_000, 10_000], B: [] } }))

  test('an ABN AMRO statement has a batch whose parts have instructed amounts alone', () =>
    expectTaken('abn-amro-02', { ...two, entries: 2 }))

  test('an ING statement has an InstrId as the only reference, and the order in a creditor reference', () =>
    expectTaken('ing-02', one))

  test('a Rabobank file numbers entries across two days, has the order in the EndToEndId, and holds three accounts', () =>
    expectTaken('rabobank-02', {
      ...two,
      entries: 3,
      unread: [
        {
          place: 'Statement 3',
          reason: 'It is of another account, NL91ABNA0417164300: nothing of it was taken.',
        },
      ],
    }))

  test('a Wise statement has version 10, the order in AddtlNtryInf, five decimals and a time', () =>
    expectTaken('wise-10', one))

  test('a UBS statement has version 4 with a prefix, and a batch that a charge was taken off', () =>
    expectTaken('ubs-04', { ...two, entries: 3, cents: 19_900n }))

  test('a Nordea statement has a number of transactions without details, which is owed as a whole', () =>
    expectTaken('nordea-02', {
      entries: 2,
      matched: 1,
      owed: 1,
      cents: 40_000n,
      paid: { A: [10_000], B: [] },
    }))
})

test('two orders that one entry names in two places are owed to its sender', async () => {
  const [first, second] = [await placeOrder('a'), await placeOrder('b')]
  const file = (await written('deutsche-bank-02', { A: first, B: second })).replace('RECHNUNG 77', second)
  expect(await bank.importStatement(file)).toMatchObject({ matched: 0, owed: 1 })
})

test('an entry that a bank reported in parts and as a whole counts once, whichever was first', async () => {
  const orders = { A: await placeOrder('a'), B: await placeOrder('b') }
  const parts = await written('abn-amro-02', orders)
  const whole = parts.replace(/<TxDtls>[^]*<\/TxDtls>/, '')
  expect(await bank.importStatement(parts)).toMatchObject({ matched: 2 })
  expect(await bank.importStatement(whole)).toMatchObject({ entries: 1, seen_before: 1 })
  const later = (text: string) => text.replaceAll('2026-11-24', '2026-11-25')
  expect(await bank.importStatement(later(whole))).toMatchObject({ owed: 1 })
  expect(await bank.importStatement(later(parts))).toMatchObject({ entries: 2, seen_before: 2 })
  expect(await bank.cents('bank')).toBe(40_000n)
})

test.each([
  ['a structured reference', 'ing-02', /<InstrId>.*<\/InstrId>/],
  ['what the bank says of the entry', 'wise-10', /<NtryRef>.*<\/NtryRef>/],
])('two payments that only %s tells apart are no repeats of each other', async (_what, name, reference) => {
  const orders = { A: await placeOrder('a'), B: await placeOrder('b') }
  const first = (await written(name, orders)).replace(reference, '')
  expect(await bank.importStatement(first)).toMatchObject({ matched: 1 })
  expect(await bank.importStatement(first.replace(orders.A, orders.B))).toMatchObject({ matched: 1, owed: 0 })
})

test('an import tells in sentences what it left out and what it did not read', async () => {
  const text = await written('nordea-02', { A: await placeOrder('a'), B: await placeOrder('b') })
  const file = join(bank.folder, 'nordea.xml')
  await writeFile(file, text.replace('<Amt Ccy="EUR">300.00</Amt>', '<Amt Ccy="EUR">3oo</Amt>'))
  const { ok, output } = await bank.run('sepa', 'import', file)
  expect(ok).toBe(false)
  expect(output).toContain('1 entry that your bank has not booked, or that move nothing: left out.')
  expect(output).toMatch(
    /Could not be read and were not booked.*\n {2}Entry 1, 1124588NNNN000001: It has the amount “3oo” EUR/,
  )
  expect(await bank.cents(`owed:bank:${ourIban}:1124588NNNN000001`)).toBe(0n)
})
