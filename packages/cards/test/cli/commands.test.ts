import { readFileSync, statSync } from 'node:fs'
import { answerCall } from '@cambio/server/cli/answerCall.ts'
import { fileKeyring } from '@cambio/server/keys/fileKeyring.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cardsCommands } from '../../src/cli/cardsCommands.ts'
import { merchantId, type Rig } from '../rig.ts'
import { openCommandLine, type CommandLine } from './commandLine.ts'

let line: CommandLine
let rig: Rig
beforeEach(async () => {
  line = await openCommandLine()
  ;({ rig } = line)
})
afterEach(() => line.close())

const call: CommandLine['call'] = (...words) => line.call(...words)
const data: CommandLine['data'] = (...words) => line.data(...words)

const badCalls: readonly [string[], string][] = [
  [['merchant', 'create'], 'Give --name.'],
  [['merchant', 'create', '--name', 'x', '--hash', 'sha1'], '--hash must be md5 or sha256.'],
  ...['home', '10.0.0.0/', '10.0.0.0/24/9', '10.0.0.0/1e1', '10.0.0.0/33', '::1/129', '/8', '127.0.0.1,'].map(
    (list): [string[], string] => [
      ['merchant', 'create', '--name', 'x', '--ip-allow', list],
      '--ip-allow must be',
    ],
  ),
  [['merchant', 'create', '--name', 'x', '--notification-url', 'ftp://x'], '--notification-url must be'],
  ...['0', '-1', '1.5', '2147483648', 'many'].map((count): [string[], string] => [
    ['merchant', 'create', '--name', 'x', '--sales-per-minute', count],
    '--sales-per-minute',
  ]),
  [
    ['merchant', 'update', merchantId, '--manual-capture', '--capture-delay-ms', '5'],
    'Give --manual-capture or --capture-delay-ms, not both.',
  ],
  ...['x', '22222222-2222-4222-8222-222222222222', ''].flatMap((merchant): [string[], string][] =>
    [
      ['transaction', 'list'],
      ['notification', 'list'],
      ['settlement', 'report', '--day', '2026-03-01'],
    ].map((words) => [
      [...words, '--merchant', merchant],
      merchant === '' ? 'Give --merchant' : `There is no merchant ${merchant}.`,
    ]),
  ),
  [['transaction', 'list', '--limit', '0'], '--limit must be a whole number from 1 on.'],
  [['transaction', 'list', '--limit', '1e3'], '--limit must be a whole number from 1 on.'],
  [['merchant', 'create', '--name', 'x', '--mode', 'live'], 'choose the acquirer with --acquirer'],
  [
    'merchant create --name x --mode live --acquirer stripe --notification-url http://shop.example/n'.split(
      ' ',
    ),
    'notified over https alone',
  ],
  [['merchant', 'create', '--colour', 'red'], "Unknown option '--colour'"],
  [['card', 'move'], 'Name the file that “partner cards list” wrote.'],
  [['card', 'move', 'x', '--platform', 'abc'], '--platform must be a fingerprint of 32 hex digits'],
  [['card', 'receive', 'x'], 'Name the file to write: --file shop.tokens.'],
  [['card', 'forget'], 'Name the file that “partner cards release” wrote.'],
  [['merchant', 'block'], 'Name the merchant'],
  [['merchant', 'block', 'nobody'], 'There is no merchant nobody.'],
  [['settlement', 'report', '--merchant', merchantId, '--day', '2026-02-30'], '--day must be a day'],
  [['chargeback', 'nothing', '--reason', '4837'], 'There is no transaction nothing.'],
  [['notification', 'resend', 'nothing'], 'There is no notification nothing.'],
]

test('a call that is written wrongly says what is wrong and how it goes, and an impossible call says why', async () => {
  for (const [words, message] of badCalls) {
    const answer = await call(...words)
    expect(answer.ok).toBe(false)
    expect(answer.output).toContain(message)
    expect(answer.output.includes('Usage: pnpm cambio-cards ')).toBe(!message.startsWith('There is no '))
  }
})

test('an error of the database is not shown, since it shows rows', async () => {
  await rig.owner.query(statement(`alter table merchant add check (name <> 'forbidden')`))
  const answer = await call('merchant', 'create', '--name', 'forbidden')
  expect(answer).toEqual({
    ok: false,
    isComplaint: true,
    output: 'The database did not do this. Its reason is 23514: a rule of the table forbids it.',
  })
  const asData = await call('merchant', 'create', '--name', 'forbidden', '--json')
  expect(JSON.parse(asData.output)).toEqual({ error: answer.output })
})

test('the help lists every command, and an error in a call is said before a database is opened', async () => {
  const callAlone = (...words: string[]) =>
    answerCall(cardsCommands, words, () => Promise.reject(new Error('A database was asked for.')))
  expect(await callAlone()).toMatchObject({
    ok: true,
    output: expect.stringContaining('settlement report') as string,
  })
  expect(await callAlone('merchant', 'creat')).toMatchObject({ ok: false })
  await expect(callAlone('merchant', 'create', '--name', 'x')).rejects.toThrow('A database was asked for.')
  expect(await callAlone('merchant', 'create')).toMatchObject({ ok: false })
  expect(await callAlone('merchant', 'list', '--colour', 'red')).toMatchObject({
    ok: false,
    output: expect.stringContaining("Unknown option '--colour'") as string,
  })
})

describe('key rotate', () => {
  test('the command key rotate moves every data key, and what was sealed before still opens, in a platform that runs', async () => {
    const sale = await rig.sale({ req_token: 'Y' })
    const before = fileKeyring(line.keyFile).current().id
    const rotated = await data('key', 'rotate')
    expect(rotated).toMatchObject({ moved: expect.any(Number) as number })
    expect(rotated['key_id']).not.toBe(before)
    expect(await keyIds()).toEqual([rotated['key_id']])
    const card_token = String(sale.body['card_token'])
    const fields = { card_token, card_number: '', card_exp_month: '', card_exp_year: '', order_id: 'order-2' }
    expect((await rig.sale(fields)).body['result']).toBe('SUCCESS')
    await rig.sale({ req_token: 'Y', card_number: '5555555555554444', order_id: 'order-3' })
    expect(await keyIds()).toEqual([rotated['key_id']])
  })

  test('the command key rotate is followed by key prune, after which the old key is gone and everything still opens', async () => {
    const { body } = await rig.sale({ req_token: 'Y' })
    await data('key', 'rotate')
    expect(await data('key', 'prune')).toMatchObject({ removed: 1 })
    expect(readFileSync(line.keyFile, 'utf8').trim().split('\n')).toHaveLength(1)
    const card_token = typeof body['card_token'] === 'string' ? body['card_token'] : ''
    const fields = { card_token, card_number: '', card_exp_month: '', card_exp_year: '', order_id: 'order-2' }
    expect((await rig.sale(fields)).body['result']).toBe('SUCCESS')
  })

  test('the command key rotate is heeded by a platform that seals before it opens anything', async () => {
    const platform = fileKeyring(line.keyFile)
    const rotated = await data('key', 'rotate')
    expect(platform.current().id).toBe(rotated['key_id'])
  })

  test('the command key rotate keeps the key file closed to others', async () => {
    await data('key', 'rotate')
    expect(statSync(line.keyFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(line.keyFile, 'utf8').trim().split('\n')).toHaveLength(2)
  })

  async function keyIds(): Promise<string[]> {
    const rows = await rig.owner.query<{ id: string }>({
      name: 'key_ids',
      text: `select distinct key_id as id from (select key_id from platform_key union all select key_id from merchant
             union all select key_id from vault_card) ids`,
      values: [],
    })
    return rows.map(({ id }) => id)
  }
})

describe('reports', () => {
  /** A day with two captures, a refund, a chargeback and a decline. */
  async function day(): Promise<void> {
    const first = await rig.sale({ order_id: '=first,"quoted"' })
    await rig.followUp('CAPTURE', first.body.trans_id, { amount: '60.00' })
    await rig.followUp('CREDITVOID', first.body.trans_id, { amount: '10.00' })
    const second = await rig.sale({ order_id: 'second', order_currency: 'JPY', order_amount: '500' })
    await rig.followUp('CAPTURE', second.body.trans_id)
    await rig.settle()
    await call('chargeback', second.body.trans_id, '--reason', '4837')
    await rig.sale({ order_id: 'third', card_exp_month: '02' })
  }

  test('a settlement of a day adds up to the ledger, a line for each currency', async () => {
    await day()
    rig.pass(86_400_000)
    await rig.followUp('CAPTURE', (await rig.sale({ order_id: 'tomorrow' })).body.trans_id)
    expect(await data('settlement', 'report', '--merchant', merchantId, '--day', '2026-03-01')).toEqual([
      {
        day: '2026-03-01',
        client_key: merchantId,
        currency: 'EUR',
        captures: 1,
        captured: '60.00',
        refunds: 1,
        refunded: '10.00',
        chargebacks: 0,
        charged_back: '0.00',
        net: '50.00',
        ledger: '50.00',
      },
      expect.objectContaining({
        currency: 'JPY',
        captured: '500',
        charged_back: '500',
        net: '0',
        ledger: '0',
      }),
    ])
    const csv = await call('settlement', 'report', '--merchant', merchantId, '--day', '2026-03-02')
    expect(csv.output.split('\r\n')).toEqual([
      'day,client_key,currency,captures,captured,refunds,refunded,chargebacks,charged_back,net,ledger',
      `2026-03-02,${merchantId},EUR,1,100.00,0,0.00,0,0.00,100.00,100.00`,
    ])
  })

  test('a settlement that the ledger does not bear out fails and says so', async () => {
    await day()
    await rig.owner.query({
      name: 'tamper',
      text: `update transaction_log set units = units + 1 where type = 'CAPTURE'`,
      values: [],
    })
    const answer = await call('settlement', 'report', '--merchant', merchantId, '--day', '2026-03-01')
    expect(answer.ok).toBe(false)
    expect(answer.output).toContain('pay nothing out before this is explained')
  })

  test('a list of transactions is complete for named days, and otherwise says where it stopped', async () => {
    await rig.sale()
    await rig.owner.query(
      statement(
        `insert into transaction
         select copy.* from transaction t, generate_series(1, 1000) n,
           jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'order_id', 'copy-' || n,
             'fingerprint', sha256(n::text::bytea)::text)) copy`,
      ),
    )
    const listed = async (...options: string[]) => {
      const { output, note } = await call('transaction', 'list', ...options)
      return [output.split('\r\n').length - 1, note]
    }
    expect(await listed('--from', '2026-03-01')).toEqual([1001, undefined])
    expect(await listed('--to', '2026-03-01')).toEqual([1001, undefined])
    expect(await listed('--limit', '1001')).toEqual([1001, undefined])
    const more = 'There are more: name days with --from and --to, or a higher --limit.'
    expect(await listed()).toEqual([1000, `These are the first 1000. ${more}`])
    expect(await listed('--from', '2026-03-01', '--limit', '7')).toEqual([
      7,
      `These are the first 7. ${more}`,
    ])
  })

  test('a list of transactions as CSV has nothing that a spreadsheet takes for a formula', async () => {
    await day()
    const listed = await call('transaction', 'list', '--from', '2026-03-01', '--to', '2026-03-01')
    const lines = listed.output.split('\r\n')
    expect(lines).toHaveLength(4)
    expect(listed.output).toContain(`"'=first,""quoted"""`)
    expect(listed.output).toContain('Declined by processing')
    expect(await data('transaction', 'list', '--from', '2026-03-02')).toEqual([])
  })
})

describe('chargeback', () => {
  async function settled(): Promise<string> {
    const sale = await rig.sale()
    await rig.followUp('CAPTURE', sale.body.trans_id)
    await rig.settle()
    rig.inbox.length = 0
    return sale.body.trans_id
  }

  test('a charge-back books the loss, marks the payment and tells the merchant', async () => {
    const id = await settled()
    const booked = await data(
      'chargeback',
      id.toUpperCase(),
      '--reason',
      '4837',
      '--amount',
      '40.00',
      '--bank-date',
      '2026-02-27',
    )
    expect(booked).toMatchObject({ status: 'CHARGEBACK', charged_back: '40.00' })
    await rig.settle()
    expect(rig.inbox).toMatchObject([
      {
        action: 'CHARGEBACK',
        result: 'SUCCESS',
        status: 'CHARGEBACK',
        amount: '40.00',
        reason_code: '4837',
        bank_date: '2026-02-27',
        chargeback_date: '2026-03-01 09:30:00',
      },
    ])
    expect((await rig.followUp('GET_TRANS_STATUS', id)).body['status']).toBe('CHARGEBACK')
  })

  test('a charge-back is never more than was captured, and never of a hold', async () => {
    const id = await settled()
    expect((await call('chargeback', id, '--reason', 'x', '--amount', '100.01')).output).toContain(
      'Nothing was booked.',
    )
    await data('chargeback', id, '--reason', 'x', '--amount', '60.00')
    await data('chargeback', id, '--reason', 'x')
    expect((await call('chargeback', id, '--reason', 'x')).ok).toBe(false)
    const hold = await rig.sale({ order_id: 'hold' })
    expect((await call('chargeback', hold.body.trans_id, '--reason', 'x')).output).toContain(
      'Only a captured payment',
    )
  })
})

describe('a dispute that is won', () => {
  test('a dispute that is won is booked back whole, and the payment is what it was before', async () => {
    const sale = await rig.sale()
    const id = sale.body.trans_id
    await rig.followUp('CAPTURE', id)
    await rig.settle()
    expect((await call('chargeback', 'won', id)).output).toContain('Nothing of this payment was charged back')
    await data('chargeback', id, '--reason', '4837')
    expect((await call('chargeback', 'won', id, '--amount', '100.01')).output).toContain('more than was')
    expect(await data('chargeback', 'won', id, '--amount', '40.00')).toMatchObject({
      status: 'CHARGEBACK',
      charged_back: '60.00',
    })
    rig.inbox.length = 0
    expect(await data('chargeback', 'won', id)).toMatchObject({ status: 'SETTLED', charged_back: '0.00' })
    await rig.settle()
    expect(rig.inbox).toContainEqual(
      expect.objectContaining({ action: 'CHARGEBACK_REVERSAL', status: 'SETTLED', amount: '60.00' }),
    )
    const report = await data('settlement', 'report', '--merchant', merchantId, '--day', '2026-03-01')
    expect(report).toMatchObject([{ charged_back: '0.00', net: '100.00', ledger: '100.00' }])
  })
})

describe('notification', () => {
  async function failed(): Promise<string> {
    rig.answerNotifications(async () => ({ status: 500, text: '' }))
    await rig.followUp('CAPTURE', (await rig.sale()).body.trans_id)
    for (let attempt = 0; attempt < 5; attempt++) {
      await rig.settle()
      rig.pass(15 * 60_000)
    }
    const [row] = await data('notification', 'list', '--state', 'failed')
    expect(row).toMatchObject({ attempts: 5, last_problem: 'It answered with status 500.' })
    return String(row?.['id'])
  }

  test('the command notification resend sends a failed notification again', async () => {
    const id = await failed()
    rig.answerNotifications(async () => ({ status: 200, text: 'OK' }))
    await data('notification', 'resend', id)
    await rig.settle()
    expect(await data('notification', 'list')).toEqual([])
    expect(await data('notification', 'list', '--state', 'delivered')).toHaveLength(1)
  })

  test('the command notification unblock opens an address at once', async () => {
    rig.answerNotifications(async () => {
      throw new DOMException('', 'TimeoutError')
    })
    for (let order = 0; order < 6; order++) {
      await rig.followUp('CAPTURE', (await rig.sale({ order_id: `slow-${order}` })).body.trans_id)
      await rig.settle()
    }
    expect(rig.inbox).toHaveLength(5)
    rig.answerNotifications(async () => ({ status: 200, text: 'OK' }))
    expect(await data('notification', 'unblock', rig.merchant.notificationUrl ?? '')).toMatchObject({
      waiting: 6,
    })
    await rig.settle()
    expect(rig.inbox).toHaveLength(11)
  })
})
