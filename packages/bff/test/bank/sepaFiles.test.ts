import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { imbalances, readWholeLedger } from '@cambio/server/postgres/Ledger.ts'
import { statement as sql } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exchangeCommands } from '../../src/cli/exchangeCommands.ts'
import { commandDepsOf } from '../operator/commandDepsOf.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openSepaRig, type SepaRig } from './sepaRig.ts'
import { batch, ourIban, statement, type Line } from './statement.ts'

let bank: SepaRig
let rig: SepaRig['rig']
beforeAll(async () => {
  bank = await openSepaRig()
  rig = bank.rig
})
afterAll(() => bank.close())

let orders = 0

async function placeOrder(): Promise<string> {
  orders += 1
  const body = { ...createBody(`file-${orders}`), payin_group: 'sepa' }
  return String((await rig.partner('POST', createPath, body)).at('client_order_id'))
}

const statusOf = async (orderId: string) => (await rig.stores.orders.find(orderId))?.status

const line = (reference: string, text: string, extra: Partial<Line> = {}): Line => ({
  reference,
  amount: '100.00',
  lines: [text],
  ...extra,
})

describe('transfers that a bank booked as one', () => {
  test('several transfers that a bank booked as one pay an order each', async () => {
    const [first, second] = [await placeOrder(), await placeOrder()]
    const file = batch('300.00', [line('C1', first), line('C1', second), line('C1', 'of nobody')])
    expect(await bank.importStatement(file)).toEqual({
      entries: 3,
      matched: 2,
      owed: 1,
      seen_before: 0,
      unread: [],
    })
    expect(await bank.importStatement(file)).toMatchObject({ entries: 3, seen_before: 3 })
    await rig.settle()
    expect([await statusOf(first), await statusOf(second)]).toEqual(['finished', 'finished'])
    expect((await bank.run('owed', 'list')).output).toContain(`bank:${ourIban}:C1/3  100.00`)
  })

  test('transfers that a bank booked as one are owed as one where the parts do not add up to the whole', async () => {
    const orderId = await placeOrder()
    const file = batch('250.00', [line('C2', orderId), line('C2', 'of nobody')])
    expect(await bank.importStatement(file)).toEqual({
      entries: 1,
      matched: 0,
      owed: 1,
      seen_before: 0,
      unread: [],
    })
    expect(await statusOf(orderId)).toBe('processing')
  })

  test('transfers that a bank booked as one are owed as one where a part is in an unknown currency', async () => {
    const orderId = await placeOrder()
    const file = batch('200.00', [line('C3', orderId), line('C3', 'of nobody', { currency: 'CHF' })])
    const inEur = file.replace(/(<NtryRef>1<\/NtryRef><Amt Ccy=")CHF/, '$1EUR')
    expect(await bank.importStatement(inEur)).toEqual({
      entries: 1,
      matched: 0,
      owed: 1,
      seen_before: 0,
      unread: [],
    })
  })
})

test('bank files and payment files are listed with who brought or wrote them', async () => {
  const orderId = await placeOrder()
  const brought = statement([line('B1', orderId), line('B2', orderId)])
  const file = join(bank.folder, 'brought.xml')
  await writeFile(file, brought)
  const { ok } = await bank.run('sepa', 'import', file, '--actor', 'grace')
  expect(ok).toBe(true)
  await rig.settle()
  const written = await bank.run('sepa', 'export', join(bank.folder, 'written.xml'), '--actor', 'hedy')
  expect(written.ok).toBe(true)
  const [id] = /CAMBIO-\w+/.exec(written.output) ?? []
  const sha256 = createHash('sha256').update(brought).digest('hex')
  const { imported, exported } = JSON.parse((await bank.run('sepa', 'list', '--json')).output)
  expect(imported).toContainEqual({
    sha256,
    imported_at: expect.stringMatching(/^2026-/),
    imported_by: 'grace',
    lines: 2,
    matched: 2,
    owed: 0,
    by_hand: 0,
  })
  expect(exported).toContainEqual({
    file_id: id,
    exported_at: expect.stringMatching(/^2026-/),
    exported_by: 'hedy',
    payments: 1,
    rejected: 0,
    amount: '100.00',
    currency: 'EUR',
  })
  const { output } = await bank.run('sepa', 'list', '--since', '2026-03-01')
  expect(output).toMatch(
    new RegExp(`imported by grace  2 new: 2 matched, 0 owed, 0 by hand  SHA-256 ${sha256}`),
  )
  expect(output).toMatch(new RegExp(`exported by hedy  ${id}  1 payment, 100\\.00 EUR`))
  const none = await bank.run('sepa', 'list', '--since', '2030-01-01')
  expect(none.output).toBe('No file was imported or exported since 2030-01-01T00:00:00.000Z.')
})

describe('a file in another encoding than UTF-8', () => {
  const named = (encoding: string, orderId: string) =>
    statement([line(encoding, `Grüße ${orderId}`)]).replace('encoding="UTF-8"', `encoding="${encoding}"`)

  test.each<[string, (text: string) => Uint8Array]>([
    ['ISO-8859-1', (text) => Buffer.from(text, 'latin1')],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['utf-8', (text) => Buffer.from(`\ufeff${text}`, 'utf8')],
  ])('a file in %s pays its order', async (encoding, bytesOf) => {
    const orderId = await placeOrder()
    expect(await bank.importStatement(bytesOf(named(encoding, orderId)))).toMatchObject({
      entries: 1,
      matched: 1,
    })
  })

  test.each<[string, (text: string) => Uint8Array, RegExp]>([
    ['UTF-8', (text) => Buffer.from(text, 'latin1'), /The file is not UTF-8/],
    ['KLINGON', (text) => Buffer.from(text, 'utf8'), /not known here, KLINGON\. Nothing was imported/],
  ])(
    'a file that claims to be %s is refused where it is not, or where that encoding is unknown',
    async (encoding, bytesOf, sentence) => {
      const orderId = await placeOrder()
      expect(await bank.importStatement(bytesOf(named(encoding, orderId)))).toEqual({
        error: expect.stringMatching(sentence),
      })
      expect(await statusOf(orderId)).toBe('processing')
    },
  )
})

test('a line whose reference stands with its transaction alone counts once', async () => {
  const orderId = await placeOrder()
  const file = statement([line('T1', orderId)])
    .replace(/<NtryRef>.*?<\/NtryRef>|<AcctSvcrRef>.*?<\/AcctSvcrRef>/g, '')
    .replace('<Refs>', '<Refs><AcctSvcrRef>T1</AcctSvcrRef>')
  expect(await bank.importStatement(file)).toMatchObject({ entries: 1, matched: 1 })
  expect(await bank.importStatement(file)).toMatchObject({ matched: 0, seen_before: 1 })
})

test('letters that a bank writes by their numbers are read as letters', async () => {
  const orderId = await placeOrder()
  const [first, second] = orderId.split('-')
  const file = statement([line('N1', 'TEXT', { name: 'NAME' })])
    .replace('TEXT', `Order ${first}&#45;&#xA;${second}`)
    .replace('NAME', 'Zo&#235; O&#x27;Neill')
  expect(await bank.importStatement(file)).toMatchObject({ entries: 1, matched: 1 })
  const order = await rig.stores.orders.find(orderId)
  expect(order?.payin).toMatchObject({ transfers: [{ payer: { name: "Zoë O'Neill" } }] })
})

test('a line that moves nothing is left out, and the other lines are taken', async () => {
  const orderId = await placeOrder()
  const file = statement([line('Z0', 'Closing of the quarter', { amount: '0.00' }), line('Z1', orderId)])
  expect(await bank.importStatement(file)).toEqual({
    entries: 1,
    matched: 1,
    owed: 0,
    seen_before: 0,
    unread: [],
  })
})

test.each([
  ['of which nothing else is known here', 'CHF', '12.5', '12.50'],
  ['without a smaller unit', 'KRW', '12500', '12500'],
  ['with thousandths', 'TND', '12.345', '12.345'],
])(
  'money in a currency %s is owed to the last unit, and the rest is taken',
  async (_what, code, text, shown) => {
    const orderId = await placeOrder()
    const lines = [
      line(`${code}1`, orderId, { amount: text, currency: code }),
      line(`${code}2`, 'a fee', { amount: text, currency: code, side: 'DBIT' }),
      line(`${code}3`, orderId),
    ]
    expect(await bank.importStatement(statement(lines))).toEqual({
      entries: 3,
      matched: 1,
      owed: 1,
      seen_before: 0,
      unread: [],
    })
    expect((await bank.run('owed', 'list')).output).toMatch(new RegExp(`${code}1  ${shown} ${code}  owed`))
    expect((await bank.run('ledger', 'trial-balance')).output).toMatch(
      new RegExp(`^by_hand +${code} +posted +${shown}$`, 'm'),
    )
    await rig.settle()
    expect(await statusOf(orderId)).toBe('finished')
  },
)

test('an empty element is read as if it were not there', async () => {
  const orderId = await placeOrder()
  const file = statement([line('Y1', orderId)]).replace(/<RltdPties>.*<\/RltdPties>/, '<RltdPties/>')
  expect(await bank.importStatement(file)).toMatchObject({ entries: 1, matched: 1 })
})

test('money from an account that is no IBAN is owed where its order does not want it', async () => {
  const orderId = await placeOrder()
  await bank.importStatement(statement([line('I1', orderId)]))
  const unnamed = line('I2', orderId, { iban: 'NOTPROVIDED' })
  expect(await bank.importStatement(statement([unnamed]))).toMatchObject({ matched: 0, owed: 1 })
})

test.each<[string, Partial<Line>]>([
  ['payer', { iban: 'DE75512108001245126199' }],
  ['text', { lines: ['another order'] }],
  ['name of the payment', { endToEndId: 'other' }],
])(
  'a line is booked although a line of the same reference was taken, since its %s differs',
  async (what, other) => {
    const reference = `S-${what}`
    const taken = line(reference, 'an order', { endToEndId: 'one' })
    expect(await bank.importStatement(statement([taken]))).toMatchObject({ owed: 1 })
    const again = { ...taken, lines: ['AN', 'ORDER '] }
    expect(await bank.importStatement(statement([again]))).toMatchObject({ seen_before: 1 })
    const answer = await bank.importStatement(statement([{ ...taken, ...other }]))
    expect(answer).toMatchObject({ entries: 1, owed: 1, seen_before: 0 })
    expect(await bank.importStatement(statement([{ ...taken, ...other }]))).toMatchObject({ seen_before: 1 })
  },
)

test('a line is booked although a line of another day with its reference was taken', async () => {
  const file = statement([line('S-day', 'an order')])
  expect(await bank.importStatement(file)).toMatchObject({ owed: 1 })
  const nextMonth = file.replace('<BookgDt><Dt>2026-03-01', '<BookgDt><Dt>2026-04-01')
  expect(await bank.importStatement(nextMonth)).toMatchObject({ owed: 1, seen_before: 0 })
})

describe('two accounts of the exchange, used in turn, whose banks use one reference', () => {
  /** Imports a statement once the exchange’s account is another one. */
  async function importOf(iban: string, lines: readonly Line[]): Promise<unknown> {
    const file = join(bank.folder, `${iban}.xml`)
    await writeFile(file, statement(lines, iban))
    const deps = commandDepsOf(rig.exchange)
    const bankAccount = { ...deps.bankAccount, iban }
    const call = ['sepa', 'import', file, '--json']
    const { output } = await answerCall(exchangeCommands, call, (work) => work({ ...deps, bankAccount }))
    return JSON.parse(output)
  }
  const [old, recent] = [ourIban, 'DE75512108001245126199']

  test('two accounts whose banks use one reference are each owed what they received', async () => {
    for (const iban of [old, recent])
      expect(await importOf(iban, [line('V1', 'of nobody', { name: iban })])).toMatchObject({ owed: 1 })
    const { output } = await bank.run('owed', 'list')
    for (const iban of [old, recent])
      expect(output).toMatch(new RegExp(`bank:${iban}:V1  100\\.00 EUR  owed since .*  from ${iban},`))
    const settled = await bank.run('owed', 'settle', `bank:${recent}:V1`, '--reason', 'sent back')
    expect(settled.ok).toBe(true)
    const after = (await bank.run('owed', 'list')).output
    expect(after).toContain(`bank:${old}:V1`)
    expect(after).not.toContain(`bank:${recent}:V1`)
  })

  test('an order’s second transfer counts on another account whose bank uses its reference again', async () => {
    const orderId = await placeOrder()
    const before = await bank.cents('bank')
    for (const iban of [old, recent])
      expect(await importOf(iban, [line('V2', orderId)])).toMatchObject({ matched: 1 })
    expect(await bank.cents('bank')).toBe(before + 20_000n)
    const order = await rig.stores.orders.find(orderId)
    expect(order?.payin).toMatchObject({ transfers: [{ state: 'received' }, { state: 'returning' }] })
  })
})

test('money that an earlier version booked under the bank’s reference alone is shown and settled as before', async () => {
  expect(await bank.importStatement(statement([line('V3', 'of nobody')]))).toMatchObject({ owed: 1 })
  const journal = {
    id: 'bank:V3:taken',
    kind: 'taken',
    reference: 'bank:V3',
    postings: [
      { account: 'bank', asset: 'EUR', layer: 'posted', units: '10000' },
      { account: 'owed:bank:V3', asset: 'EUR', layer: 'posted', units: '-10000' },
    ],
  }
  await rig.query(sql('select post_journals($1::jsonb, now())', JSON.stringify([journal])))
  expect((await bank.run('owed', 'list')).output).toMatch(/bank:V3 {2}100\.00 EUR .* from Ada Example/)
  expect((await bank.run('owed', 'settle', 'bank:V3', '--reason', 'sent back')).ok).toBe(true)
})

test('two lines that say the same under one reference are two, and are known again', async () => {
  const orderId = await placeOrder()
  const twice = statement([line('D1', orderId), line('D1', orderId)])
  const before = await bank.cents('bank')
  expect(await bank.importStatement(twice)).toMatchObject({ entries: 2, matched: 2, seen_before: 0 })
  expect(await bank.importStatement(twice)).toMatchObject({ matched: 0, seen_before: 2 })
  expect(await bank.cents('bank')).toBe(before + 20_000n)
})

test('a fee and a payment under one reference are both booked', async () => {
  const orderId = await placeOrder()
  const fee = line('E1', 'Fee', { amount: '0.35', side: 'DBIT' })
  const before = await bank.cents('bank')
  const file = statement([fee, line('E1', orderId)])
  expect(await bank.importStatement(file)).toMatchObject({ entries: 2, matched: 1, seen_before: 0 })
  expect(await bank.importStatement(file)).toMatchObject({ seen_before: 2 })
  expect(await bank.cents('bank')).toBe(before + 9_965n)
})

test('an import of three thousand lines takes seconds, books each once, and reports its progress', async () => {
  const [first, last] = [await placeOrder(), await placeOrder()]
  const others = Array.from({ length: 2_998 }, (_, index) => line(`F${index}`, 'of nobody at all'))
  const file = join(bank.folder, 'large.xml')
  await writeFile(file, statement([line('FA', first), ...others, line('FZ', last)]))
  const sentences: string[] = []
  const reportedAt: number[] = []
  const progress = (sentence: string) => {
    sentences.push(sentence)
    reportedAt.push(performance.now())
  }
  const call = (again: boolean) =>
    answerCall(exchangeCommands, ['sepa', 'import', file, '--json'], (work) =>
      work({ ...commandDepsOf(rig.exchange), ...(again ? {} : { progress }) }),
    )
  const begun = performance.now()
  expect(JSON.parse((await call(false)).output)).toEqual({
    entries: 3_000,
    matched: 2,
    owed: 2_998,
    seen_before: 0,
    unread: [],
  })
  // Three times what the first thousand took, and as much again. On a slow machine these take long, too.
  const thousandMs = (reportedAt[0] ?? 0) - begun
  expect(performance.now() - begun).toBeLessThan(Math.max(60_000, 6 * thousandMs))
  expect(sentences).toEqual(Array.from({ length: 3 }, (_, index) => `${(index + 1) * 1_000} of 3000 lines`))
  expect(JSON.parse((await call(true)).output)).toMatchObject({ matched: 0, owed: 0, seen_before: 3_000 })
  const differences = await rig.database.transaction(async (query) => {
    await readWholeLedger(query)
    return imbalances(query)
  })
  expect(differences).toEqual([])
})
