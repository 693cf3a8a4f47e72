import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { type SepaRig, useSepaRig } from './sepaRig.ts'
import { ourIban, statement, type Line } from './statement.ts'

let bank: SepaRig
useSepaRig((opened) => void (bank = opened))

const why = ['--reason', 'I looked at the account', '--actor', 'Grace']

async function placeOrder(id = 'repeat'): Promise<string> {
  const body = { ...createBody(id), payin_group: 'sepa' }
  return String((await bank.rig.partner('POST', createPath, body)).at('client_order_id'))
}

const statusOf = async (orderId: string) => (await bank.rig.stores.orders.find(orderId))?.status

const named = (text: string, extra: Partial<Line> = {}): Line => ({
  reference: 'NONREF',
  amount: '100.00',
  lines: [text],
  ...extra,
})

/** Two files of a bank that hold the same line, which has no reference of the bank's. */
async function importTwice(...lines: readonly Line[]): Promise<string> {
  const first = statement(lines)
  await bank.importStatement(first)
  const file = join(bank.folder, 'overlapping.xml')
  await writeFile(file, first.replace('<Id>2026-061</Id>', '<Id>2026-062</Id>'))
  const { ok, output } = await bank.run('sepa', 'import', file)
  expect(ok).toBe(true)
  return output
}

async function openRepeats(): Promise<{ bank_line: string }[]> {
  return JSON.parse((await bank.run('owed', 'list', '--json')).output).repeats
}

const lineOf = async () => String((await openRepeats())[0]?.bank_line)

test('a line of another statement without a reference is set aside, shown, and known in its own file', async () => {
  const orderId = await placeOrder()
  const output = await importTwice(named(orderId))
  expect(output).toMatch(/1 line: 0 are orders’, 0 are owed.*, 1 is possibly a repeat\./)
  expect(output).toMatch(new RegExp(`bank:${ourIban}:1~[0-9a-f]{8}: credit 100\\.00 EUR`))
  const again = await bank.run('sepa', 'import', join(bank.folder, 'overlapping.xml'), '--json')
  expect(JSON.parse(again.output)).toMatchObject({ entries: 1, owed: 0, seen_before: 1 })
  await bank.rig.settle()
  const order = await bank.rig.stores.orders.find(orderId)
  expect(order?.payin).toMatchObject({ transfers: [{ state: 'received' }] })
  const { money, repeats } = JSON.parse((await bank.run('owed', 'list', '--json')).output)
  const line = await lineOf()
  expect(money).toMatchObject([{ bank_line: line, possible_repeat: true, amount: '100.00' }])
  expect(repeats).toMatchObject([{ bank_line: line, side: 'credit', amount: '100.00', currency: 'EUR' }])
  expect((await bank.run('owed', 'list')).output).toMatch(/or is a repeat of another statement’s line/)
  expect(await bank.cents(`owed:${line}`)).toBe(-10_000n)
})

test('a line that may be a repeat is counted as owed in the answer to a script', async () => {
  await bank.importStatement(statement([named('of nobody')]))
  const other = statement([named('of nobody')]).replace('2026-061', '2026-062')
  expect(await bank.importStatement(other)).toEqual({
    entries: 1,
    matched: 0,
    owed: 1,
    seen_before: 0,
    unread: [],
  })
})

test('a possible repeat that is dismissed changes no books, and keeps who said so and why', async () => {
  await importTwice(named(await placeOrder()))
  const line = await lineOf()
  expect(await bank.cents('bank')).toBe(20_000n)
  const settled = await bank.run('owed', 'settle', line, ...why)
  expect([settled.ok, settled.output]).toEqual([false, expect.stringContaining('may be a repeat')])
  const dismissed = await bank.run('owed', 'dismiss', line, ...why, '--json')
  expect(JSON.parse(dismissed.output)).toEqual({ dismissed: line, amount: '100.00', currency: 'EUR' })
  expect(await bank.cents('bank')).toBe(10_000n)
  expect(await bank.cents(`owed:${line}`)).toBe(0n)
  expect((await bank.run('owed', 'list')).output).toContain('Nothing is owed')
  for (const act of ['dismiss', 'book']) expect((await bank.run('owed', act, line, ...why)).ok).toBe(false)
  const acts = await bank.rig.query(sql('select owed, act, reason, actor from owed_act'))
  expect(acts).toEqual([{ owed: line, act: 'dismiss', reason: why[1], actor: 'Grace' }])
})

test('a possible repeat that is booked pays the order that it names', async () => {
  const orderId = await placeOrder()
  const text = statement([named(orderId)])
  await bank.importStatement(text)
  await bank.rig.settle()
  expect(await statusOf(orderId)).toBe('finished')
  await bank.importStatement(text.replace('2026-061', '2026-062'))
  const line = await lineOf()
  const booked = await bank.run('owed', 'book', line, ...why, '--json')
  expect(JSON.parse(booked.output)).toEqual({
    booked: line,
    amount: '100.00',
    currency: 'EUR',
    outcome: 'matched',
    client_order_id: orderId,
  })
  await bank.rig.settle()
  const order = await bank.rig.stores.orders.find(orderId)
  expect(order?.payin).toMatchObject({ transfers: [{ state: 'received' }, { state: 'returning' }] })
  expect(await bank.cents('bank')).toBe(20_000n)
  expect((await bank.run('owed', 'list')).output).toContain('Nothing is owed')
})

test('a possible repeat that is booked and names no order is owed like any other money', async () => {
  await importTwice(named('of nobody'))
  const line = await lineOf()
  expect((await bank.run('owed', 'book', line, ...why)).output).toContain('is owed')
  expect(await openRepeats()).toEqual([])
  expect(await bank.cents(`owed:${line}`)).toBe(-10_000n)
  expect((await bank.run('owed', 'settle', line, ...why)).ok).toBe(true)
})

test('a possible repeat by which money left is set aside as well, and is owed to nobody', async () => {
  await importTwice(named('Fee', { side: 'DBIT', amount: '0.35' }))
  const line = await lineOf()
  const { money } = JSON.parse((await bank.run('owed', 'list', '--json')).output)
  expect(money).toEqual([])
  expect(await bank.cents('bank')).toBe(-70n)
  expect((await bank.run('owed', 'book', line, ...why)).output).toContain('the books say by hand')
  expect(await bank.cents('by_hand')).toBe(70n)
})

test('a line is a possible repeat where two statements of one file hold it, too', async () => {
  const [head, body, tail] = statement([named('of nobody')]).split(/(<Stmt>[^]*<\/Stmt>)/)
  const both = `${head}${body}${body}${tail}`
  expect(await bank.importStatement(both)).toMatchObject({ entries: 2, owed: 2, seen_before: 0 })
  expect(await openRepeats()).toHaveLength(1)
  expect(await bank.importStatement(both)).toMatchObject({ seen_before: 2 })
})

test('a line is a possible repeat where the bank says more under its reference in another statement', async () => {
  const line = named('of nobody', { reference: 'R-1' })
  await bank.importStatement(statement([{ ...line, iban: null, name: '' }]))
  await bank.importStatement(statement([line]))
  expect(await openRepeats()).toMatchObject([{ side: 'credit', amount: '100.00' }])
})

test('money that the bank takes back is not looked for among possible repeats', async () => {
  const called = { endToEndId: 'E-1' }
  await importTwice(named('of nobody', called))
  const back = named('', { reference: 'B-1', side: 'DBIT', isReversal: true, lines: [], ...called })
  expect(await bank.importStatement(statement([back]))).toMatchObject({ matched: 1 })
  const line = await lineOf()
  expect((await bank.run('owed', 'dismiss', line, ...why)).ok).toBe(true)
  expect(await bank.cents('bank')).toBe(0n)
})
