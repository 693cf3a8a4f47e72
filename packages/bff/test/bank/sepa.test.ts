import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { trialBalance } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { describe, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'
import { openSepaRig, type SepaRig, useSepaRig } from './sepaRig.ts'
import { ourIban, payerIban, statement, type Line } from './statement.ts'

let rig: Rig
let folder: string
let run: SepaRig['run']
let importStatement: SepaRig['importStatement']
let exportPayments: SepaRig['exportPayments']
let cents: SepaRig['cents']
useSepaRig((bank) => void ({ rig, folder, run, importStatement, exportPayments, cents } = bank))

const DAY_MS = 24 * 60 * 60 * 1_000

/** An order of 100 EUR by bank transfer. */
async function placeOrder(id = 'sepa-1', extra: object = {}): Promise<string> {
  const body = { ...createBody(id), payin_group: 'sepa', ...extra }
  const created = await rig.partner('POST', createPath, body)
  expect(created.body).toMatchObject({ payin_group: 'sepa', crypto_address: null })
  return String(created.at('client_order_id'))
}

async function orderData(id = 'sepa-1') {
  return (await rig.partner('GET', `/api/v2/partner/order/${id}`)).body
}

const line = (reference: string, orderId: string, extra: Partial<Line> = {}): Line => ({
  reference,
  amount: '100.00',
  lines: [`Order ${orderId}`],
  ...extra,
})

describe('a transfer that names its order', () => {
  test('a transfer that names its order buys coins at the price of the day of its import', async () => {
    const orderId = await placeOrder()
    expect(await importStatement(statement([line('A1', orderId)]))).toEqual({
      entries: 1,
      matched: 1,
      owed: 0,
      seen_before: 0,
      unread: [],
    })
    await rig.settle()
    expect(await orderData()).toMatchObject({
      status: 'finished',
      payin_amount: '100.00',
      payin_method: 'sepa',
    })
    expect(await cents('bank')).toBe(10_000n)
  })

  test.each([
    ['in lower case', (id: string) => [id.toLowerCase()]],
    ['without its hyphen', (id: string) => [id.replace('-', '')]],
    ['with spaces in it', (id: string) => [id.replace('-', ' - ').split('').join(' ')]],
    ['broken into two lines', (id: string) => [`EREF ${id.slice(0, 8)}`, `${id.slice(8)} thanks`]],
    ['run into other words', (id: string) => [`PAYMENT${id}FORCOINS`]],
  ])('a transfer finds its order when the order’s id is written %s', async (_how, written) => {
    const orderId = await placeOrder()
    const lines = written(orderId)
    expect(await importStatement(statement([line('A1', orderId, { lines })]))).toMatchObject({ matched: 1 })
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'finished' })
  })

  test('a transfer of another amount is priced as received', async () => {
    const orderId = await placeOrder()
    await importStatement(statement([line('A1', orderId, { amount: '80.50' })]))
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'finished', payin_amount: '80.50' })
  })

  test('an order by transfer still takes money that comes almost three days later', async () => {
    const orderId = await placeOrder()
    rig.pass(3 * DAY_MS - 60_000)
    await rig.work.tick()
    await importStatement(statement([line('A1', orderId)]))
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'finished' })
  })

  test('a transfer counts once, in one file and in another that overlaps it', async () => {
    const first = await placeOrder()
    const second = await placeOrder('sepa-2')
    const file = statement([line('A1', first)])
    await importStatement(file)
    expect(await importStatement(file)).toMatchObject({ entries: 1, matched: 0, seen_before: 1 })
    expect(await importStatement(statement([line('A1', first), line('A2', second)]))).toMatchObject({
      entries: 2,
      matched: 1,
      seen_before: 1,
    })
    await rig.settle()
    expect(await cents('bank')).toBe(20_000n)
  })

  test('a transfer counts once where two operators import it at the same time', async () => {
    const orderId = await placeOrder()
    const file = statement([line('A1', orderId), line('A2', 'nobody')])
    const path = join(folder, 'both.xml')
    await writeFile(path, file)
    await Promise.all([run('sepa', 'import', path), run('sepa', 'import', path)])
    await rig.settle()
    expect(await cents('bank')).toBe(20_000n)
  })

  test('a transfer tells the order’s history which file it stood in', async () => {
    const orderId = await placeOrder()
    await importStatement(statement([line('A1', orderId)]))
    const { output } = await run('order', 'show', orderId)
    expect(output).toMatch(/transfer_came.*Bank statement, SHA-256 [0-9a-f]{64}/)
    expect(output).toMatch(
      /^transfers\n  number 1  state received  amount 100\.00  currency EUR  entry DE89370400440532013000:A1$/m,
    )
    const answer = await run('order', 'search', payerIban.toLowerCase(), '--json')
    expect(answer.output).toContain(orderId)
  })
})

describe('money that no order takes', () => {
  test.each<[string, (orderId: string) => Line]>([
    ['without a reference', (id) => line('A1', id, { lines: [] })],
    ['with a reference of nobody', (id) => line('A1', id, { lines: ['ABCDE-123456'] })],
    ['in another currency', (id) => line('A1', id, { currency: 'USD' })],
    ['that comes back to us', (id) => line('A1', id, { isReturn: true })],
  ])('money %s is owed and shown', async (_what, lineOf) => {
    const orderId = await placeOrder()
    expect(await importStatement(statement([lineOf(orderId)]))).toMatchObject({ matched: 0, owed: 1 })
    const { output } = await run('owed', 'list')
    expect(output).toContain(`bank:${ourIban}:A1  100.00`)
    expect(await orderData()).toMatchObject({ status: 'processing' })
  })

  test('money that no order takes is settled by the operator once, with who said it and why', async () => {
    const orderId = await placeOrder()
    const name = `bank:${ourIban}:A1`
    await importStatement(statement([line('A1', orderId, { lines: [] })]))
    expect((await run('owed', 'list')).output).toContain(`from Ada Example, ${payerIban}`)
    expect(JSON.parse((await run('owed', 'list', '--json')).output).money).toContainEqual(
      expect.objectContaining({ client_order_id: name, bank_line: name, amount: '100.00' }),
    )
    const why = ['--reason', 'sent back at the bank', '--actor', 'Grace']
    expect(await run('owed', 'settle', name)).toMatchObject({
      ok: false,
      output: expect.stringContaining('Say why'),
    })
    const settled = await run('owed', 'settle', name, ...why, '--json')
    expect(JSON.parse(settled.output)).toEqual({ settled: name, amount: '100.00', currency: 'EUR' })
    expect((await run('owed', 'list')).output).toContain('Nothing is owed')
    expect(await cents('by_hand')).toBe(-10_000n)
    expect(await run('owed', 'settle', name, ...why)).toMatchObject({ ok: false })
    const acts = await rig.query(sql('select owed, act, reason, actor from owed_act'))
    expect(acts).toEqual([{ owed: name, act: 'settle', reason: why[1], actor: 'Grace' }])
  })

  test('a transfer that names two orders is owed', async () => {
    const lines = [await placeOrder(), await placeOrder('sepa-2')]
    expect(await importStatement(statement([line('A1', '', { lines })]))).toMatchObject({ owed: 1 })
  })

  test('a transfer goes back where its order has lapsed', async () => {
    const orderId = await placeOrder()
    rig.pass(3 * DAY_MS + 60_000)
    await rig.work.tick()
    expect(await orderData()).toMatchObject({ status: 'expired' })
    await importStatement(statement([line('A1', orderId)]))
    await rig.settle()
    const order = await rig.stores.orders.find(orderId)
    expect(order?.payin).toMatchObject({ transfers: [{ state: 'returning' }] })
  })

  test('a transfer for a lapsed order is owed where the bank names no account to send it back to', async () => {
    const orderId = await placeOrder()
    rig.pass(3 * DAY_MS + 60_000)
    await rig.work.tick()
    expect(await importStatement(statement([line('A1', orderId, { iban: null })]))).toMatchObject({ owed: 1 })
    expect((await run('owed', 'list')).output).toContain(`${orderId}  100.00 EUR`)
  })

  test('a transfer goes back where it is more or less than one order may be for', async () => {
    await importStatement(statement([line('A1', await placeOrder(), { amount: '19.99' })]))
    await importStatement(statement([line('A2', await placeOrder('sepa-2'), { amount: '10000.01' })]))
    await rig.settle()
    expect(await orderData()).toMatchObject({ status: 'auth_success' })
    expect(await orderData('sepa-2')).toMatchObject({ status: 'auth_success' })
  })

  test('money that no order takes leaves the account only by a line of the statement', async () => {
    await importStatement(statement([line('B1', '', { side: 'DBIT', amount: '7.50', lines: ['Fee'] })]))
    expect(await cents('bank')).toBe(-750n)
    expect(await cents('by_hand')).toBe(750n)
  })
})

test('the client’s limit is asked of what came: over it the order is pending, and its money goes back after a week', async () => {
  const big = { payin_amount: '9000.00', client_email: 'ada@example.com' }
  const first = await placeOrder('sepa-1', big)
  const second = await placeOrder('sepa-2', big)
  await importStatement(statement([line('A1', first, { amount: '9000.00' })]))
  await rig.settle()
  await importStatement(statement([line('A2', second, { amount: '9000.00' })]))
  await rig.settle()
  expect(await orderData()).toMatchObject({ status: 'finished' })
  expect(await orderData('sepa-2')).toMatchObject({ status: 'pending' })
  rig.pass(7 * DAY_MS)
  await rig.settle()
  const order = await rig.stores.orders.find(second)
  expect(order).toMatchObject({ status: 'auth_success', payin: { transfers: [{ state: 'returning' }] } })
})

describe('a file that is not a statement of ours', () => {
  const importRefused = async (text: string) => {
    const file = join(folder, 'statement.xml')
    await writeFile(file, text)
    const { ok, output } = await run('sepa', 'import', file)
    expect(ok).toBe(false)
    expect(await trialBalance(rig.query)).toEqual([])
    return output
  }
  test.each<[string, string, RegExp]>([
    ['another account', statement([line('A1', 'x')], payerIban), /account NL91ABNA0417164300/],
    ['no XML', statement([]).slice(0, -20), /no XML/],
    ['another message', statement([]).replaceAll('camt.053', 'camt.054'), /no camt\.053/],
    ['entities', statement([]).replace('?>', '?><!DOCTYPE a [<!ENTITY b "c">]>'), /document type/],
  ])('a file with %s is refused as a whole', async (_what, text, sentence) => {
    expect(await importRefused(text)).toMatch(sentence)
  })
})

test('a transfer that is only announced is not taken', async () => {
  const orderId = await placeOrder()
  expect(await importStatement(statement([line('A1', orderId, { status: 'PDNG' })]))).toMatchObject({
    entries: 0,
  })
})

test('a statement of many lines is taken whole', async () => {
  const orderId = await placeOrder()
  const others = Array.from({ length: 300 }, (_, index) => line(`X${index}`, 'nobody'))
  expect(await importStatement(statement([...others, line('A1', orderId)]))).toMatchObject({
    entries: 301,
    matched: 1,
    owed: 300,
  })
})

describe('the refund of a transfer', () => {
  /** Places an order that lapses before its money comes, so that the money is on its way back. */
  async function placeLate(name = 'Ada Example'): Promise<string> {
    const orderId = await placeOrder()
    rig.pass(3 * DAY_MS + 60_000)
    await rig.work.tick()
    await importStatement(statement([line('A1', orderId, { name })]))
    await rig.settle()
    return orderId
  }
  const debitLine = (id: string, extra: Partial<Line> = {}): Line => ({
    reference: 'B1',
    side: 'DBIT',
    amount: '100.00',
    endToEndId: `${id}-refund-1`,
    ...extra,
  })

  test('a refund leaves with the next payment file to its payer’s account, and is final once a statement says so', async () => {
    const orderId = await placeLate('Zoë Groß & Söhne')
    const file = await exportPayments()
    expect(file).toContain('urn:iso:std:iso:20022:tech:xsd:pain.001.001.09')
    expect(file).toContain(`<EndToEndId>${orderId}-refund-1</EndToEndId>`)
    expect(file).toContain('<InstdAmt Ccy="EUR">100.00</InstdAmt>')
    expect(file).toContain(`<IBAN>${payerIban}</IBAN>`)
    expect(file).toContain('<Nm>Zoe Gross + Sohne</Nm>')
    expect(await orderData()).toMatchObject({ status: 'expired' })
    expect(await importStatement(statement([debitLine(orderId)]))).toMatchObject({ matched: 1 })
    expect(await orderData()).toMatchObject({ status: 'refunded' })
    expect(await cents('bank')).toBe(0n)
    expect(await cents(`order:${orderId}`)).toBe(0n)
  })

  test('a refund is in one file alone, however often a file is asked for', async () => {
    await placeLate()
    const files = await Promise.all([exportPayments(), exportPayments()])
    expect(files.filter((file) => file.includes('-refund-1'))).toHaveLength(1)
    await rig.settle()
    expect(await exportPayments()).toBe('')
  })

  test('a payment file goes to standard output where no file is named, and the remarks go beside it', async () => {
    const orderId = await placeLate()
    const { output, note } = await run('sepa', 'export')
    expect(output).toMatch(/^<\?xml [^]*<\/Document>\s*$/)
    expect(output).toContain(`<EndToEndId>${orderId}-refund-1</EndToEndId>`)
    const id = /one payment\. Its id is (CAMBIO-\w+)/.exec(note ?? '')?.[1] ?? ''
    const again = await run('sepa', 'export', '--again', id, '--json')
    expect(JSON.parse(again.output)).toEqual({ file_id: id, payments: 1, waiting: 0, document: output })
    expect(await run('sepa', 'export')).toMatchObject({
      output: '',
      note: expect.stringContaining('No payment'),
    })
  })

  test('a payment file is written again, unchanged, where it was lost', async () => {
    await placeLate()
    const path = join(folder, 'first.xml')
    const { output } = await run('sepa', 'export', path)
    const again = join(folder, 'again.xml')
    const id = /CAMBIO-\w+/.exec(output)?.[0] ?? ''
    expect(await run('sepa', 'export', again, '--again', id)).toMatchObject({ ok: true })
    expect(await readFile(again, 'utf8')).toBe(await readFile(path, 'utf8'))
  })

  test('a refund that its payer’s bank returns is owed, and leaves once more when the operator says so', async () => {
    const orderId = await placeLate()
    await exportPayments()
    await importStatement(statement([debitLine(orderId)]))
    const bounced = debitLine(orderId, { reference: 'B2', side: 'CRDT', isReturn: true })
    expect(await importStatement(statement([bounced]))).toMatchObject({ owed: 1 })
    expect(await cents(`owed:${orderId}`)).toBe(-10_000n)
    expect(await cents('bank')).toBe(10_000n)
    expect((await run('owed', 'list')).output).toContain(`${orderId}  100.00 EUR`)
    expect(await run('order', 'resolve', orderId, 'refund', '--reason', 'his bank is back')).toMatchObject({
      ok: true,
    })
    expect(await cents(`owed:${orderId}`)).toBe(0n)
    await rig.settle()
    expect(await exportPayments()).toContain(`<EndToEndId>${orderId}-refund-1-2</EndToEndId>`)
  })

  test('a refund is known by its whole amount, and another amount is not ours', async () => {
    const orderId = await placeLate()
    await exportPayments()
    expect(await importStatement(statement([debitLine(orderId, { amount: '99.00' })]))).toMatchObject({
      matched: 0,
    })
    expect(await orderData()).toMatchObject({ status: 'expired' })
  })
})

test('money that comes again after the operator gave back what had bought coins goes back too', async () => {
  let isKnown = true
  const screen = () => Promise.resolve(isKnown ? ('clear' as const) : ('unknown' as const))
  const other = await openSepaRig(await openRig({ screening: { screen } }))
  try {
    const created = await other.rig.partner('POST', createPath, {
      ...createBody('sepa-1'),
      payin_group: 'sepa',
    })
    const orderId = String(created.at('client_order_id'))
    isKnown = false
    await other.importStatement(statement([line('A1', orderId)]))
    await other.rig.settle()
    expect((await other.run('order', 'refund', orderId, '--reason', 'he asked')).ok).toBe(true)
    await other.importStatement(statement([line('A2', orderId)]))
    isKnown = true
    await other.rig.settle()
    const order = await other.rig.stores.orders.find(orderId)
    expect(order?.payin).toMatchObject({ transfers: [{ state: 'returning' }, { state: 'returning' }] })
  } finally {
    await other.close()
  }
})
