import { serve } from '@cambio/server/http/serve.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { OrderReportRow } from '@cambio/wire/order/OrderReport.ts'
import { signRequest } from '@cambio/wire/partner/signature.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rowsAnswer } from '../../src/http/rowsAnswer.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'
import { manyOrders } from '../store/manyOrders.ts'
import { createBody, createPath } from './createOrder.ts'

const path = '/api/v2/partner/report/orders'

let rig: Rig
let shopId = ''
beforeAll(async () => {
  rig = await openRig()
  const [row] = await rig.query<{ id: string }>(statement(`select id from partner where api_key = 'SHOP'`))
  shopId = row?.id ?? ''
})
afterAll(() => rig.close())

const report = (query = '', accept?: string) =>
  rig.send('GET', `${path}${query}`, {
    headers: {
      'API-Key': shop.apiKey,
      'API-Signature': signRequest(shop.secret, path, ''),
      ...(accept !== undefined && { Accept: accept }),
    },
  })
const lines = (text: string) => text.split('\n').slice(0, -1)
const rowsOf = (text: string) => lines(text).map((line) => OrderReportRow.parse(JSON.parse(line)))

/** Orders beside each other with their events, of one that is there. */
async function addOrders(name: string, count: number): Promise<void> {
  const created = await rig.partner('POST', createPath, createBody(`${name}-0`))
  const template = String(created.at('client_order_id'))
  const createdAt = `timestamptz '2026-01-01' + n * interval '1 second'`
  await manyOrders(rig, { template, partnerId: shopId, name, count, createdAt })
  await rig.owner.query(
    statement(`insert into order_event (order_id, seq, fact, status, at)
      select id, 1, 'placed', status, created_at from orders on conflict do nothing`),
  )
}

test('a report has a finished order with its money, in CSV and in JSON lines', async () => {
  const order = await rig.placeOrder({ email: 'reported@example.com' })
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(String(attempt?.platformOrderId), 'settled')
  await rig.settle()
  const json = await report('?format=jsonl')
  expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/jsonl'])
  const [row] = rowsOf(json.text)
  const data = await rig.partner('GET', `/api/v2/partner/order/${row?.partner_order_id}`)
  for (const name of [
    'payin_amount',
    'payout_amount',
    'payin_amount_eur',
    'service_fee_amount',
    'payout_txid',
  ])
    expect([name, row?.[name as 'rate']]).toEqual([name, data.at(name)])
  expect(row).toMatchObject({
    client_order_id: order.orderId,
    client_email: 'reported@example.com',
    status: 'finished',
    created_at: '2026-03-01 09:30:00.123000',
    money_state: 'taken',
  })
  expect(row?.finished_at).toMatch(/^2026-03-01 /)
  const csv = await report()
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [header, first, rest] = csv.text.split('\r\n')
  expect([header, rest]).toEqual([Object.keys(row ?? {}).join(','), ''])
  const cells = Object.values(row ?? {}).map((value) => (value instanceof Object ? '{}' : value))
  // One id in 64 begins with a minus, which a spreadsheet would calculate with.
  const texts = cells.map((cell) => (cell === row?.partner_order_id ? cell.replace(/^-/, "'-") : cell))
  expect(first).toBe(texts.join(','))
})

test('a report has the form that format names, or else Accept, and CSV where neither says', async () => {
  for (const [query, accept, type] of [
    ['', undefined, 'text/csv'],
    ['', '*/*', 'text/csv'],
    ['', 'text/csv, application/problem+json', 'text/csv'],
    ['', 'application/jsonl', 'application/jsonl'],
    ['', 'application/x-ndjson;q=0.9', 'application/jsonl'],
    ['?format=csv', 'application/jsonl', 'text/csv'],
    ['?format=jsonl', 'text/csv', 'application/jsonl'],
  ] as const) {
    const reply = await report(query, accept)
    expect([query, accept, reply.headers.get('content-type')?.replace(/;.*/, '')]).toEqual([
      query,
      accept,
      type,
    ])
  }
  expect((await report('?format=xlsx')).at('code')).toBe('validation_failed')
  expect((await report('?client_external_id=nobody')).at('code')).toBe('client_unknown')
  expect((await report('?status=refunded&format=jsonl')).text).toBe('')
  expect((await report('?status=refunded')).text).toMatch(/^client_order_id,.*\r\n$/)
})

test('a partner’s id never becomes a formula in a spreadsheet of the report', async () => {
  await rig.partner('POST', createPath, createBody('-2-3'), { as: rival })
  const signed = { 'API-Key': rival.apiKey, 'API-Signature': signRequest(rival.secret, path, '') }
  const csv = await rig.send('GET', path, { headers: signed })
  expect(csv.text.split('\r\n')[1]?.split(',')[1]).toBe(`'-2-3`)
  const json = await rig.send('GET', `${path}?format=jsonl`, { headers: signed })
  expect(rowsOf(json.text).map((row) => row.partner_order_id)).toEqual(['-2-3'])
})

test('a report has every order once, batch after batch', async () => {
  await addOrders('many', 1_000)
  const { text } = await report('?format=jsonl&until=1767300000')
  expect(rowsOf(text).map((row) => row.partner_order_id)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => `many-${1_000 - index}`),
  )
})

test('a slow reader of a report has few batches read ahead, and a reader that leaves ends the reading', async () => {
  let batches = 0
  let isEnded = false
  async function* endless() {
    try {
      for (;;) {
        batches += 1
        yield [{ id: String(batches) }]
      }
    } finally {
      isEnded = true
    }
  }
  const row = z.object({ id: z.string() })
  const nothing = { headers: {}, check: () => {}, report: () => {} }
  const answer = await rowsAnswer(endless(), { format: 'jsonl', row, ...nothing })
  const reader = answer.body?.getReader()
  await reader?.read()
  await new Promise((resolve) => setImmediate(resolve))
  expect(batches).toBeLessThan(5)
  await reader?.cancel()
  expect(isEnded).toBe(true)
})

test('a partner reads two reports at once, and the next when one of them has ended', async () => {
  const headers = { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, path, '') }
  const begin = async () => {
    const answer = await rig.app.request(path, { headers })
    return { status: answer.status, answer }
  }
  const first = await begin()
  const second = await begin()
  const third = await begin()
  expect([first.status, second.status, third.status]).toEqual([200, 200, 429])
  expect(third.answer.headers.get('retry-after')).toBe('5')
  await first.answer.body?.cancel()
  const fourth = await begin()
  expect(fourth.status).toBe(200)
  expect((await fourth.answer.text()).split('\r\n').length).toBeGreaterThan(1_000)
  const fifth = await begin()
  expect(fifth.status).toBe(200)
  for (const { answer } of [second, fifth]) await answer.body?.cancel()
})

test('a report that breaks off ends its connection, so that it is never taken for the whole', async () => {
  const serving = await serve((asked) => rig.app.request(asked), { host: '127.0.0.1', port: 0 })
  const headers = { 'API-Key': shop.apiKey, 'API-Signature': signRequest(shop.secret, path, '') }
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${serving.port}${path}?until=1767300000`, { headers })
    expect(answer.status).toBe(200)
    return (await answer.text()).split('\r\n').length
  }
  expect(await read()).toBe(1_002)
  await rig.owner.query(statement(`update orders set payin_group = 'cash' where partner_order_id = 'many-3'`))
  await expect(read()).rejects.toThrow(TypeError)
  await serving.close()
})
