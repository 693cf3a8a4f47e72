import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { Problem } from '@cambio/wire/http/Problem.ts'
import { PartnerOrderList } from '@cambio/wire/order/OrderList.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerBalanceClient } from '../balance/balanceRig.ts'
import { openRig, rival, shop, type Reply, type Rig } from '../rig.ts'
import { manyOrders } from '../store/manyOrders.ts'
import { createBody, createPath } from './createOrder.ts'

/*
 * The shop has 1,203 orders, one a second and the last three of one moment; the rival has one.
 */

const V2 = '/api/v2/partner/order/list'
const V1 = '/api/v1/partner/order/list'
const FIRST = 1_772_000_000

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
  const { orderId } = await rig.placeOrder()
  const ids = await rig.query<{ id: string; api_key: string }>(statement('select id, api_key from partner'))
  const idOf = (apiKey: string) => ids.find((row) => row.api_key === apiKey)?.id ?? ''
  shopId = idOf(shop.apiKey)
  const template = { template: orderId, count: 1_200, createdAt: `to_timestamp(${FIRST} + n - 1)` }
  await manyOrders(rig, { ...template, partnerId: idOf(shop.apiKey), name: 'order' })
  await rig.stores.orderLists.count()
  const last = { count: 2, createdAt: `timestamptz '2026-03-01 09:30:00.123Z'` }
  await manyOrders(rig, { ...template, ...last, partnerId: idOf(shop.apiKey), name: 'last' })
  await manyOrders(rig, { ...template, ...last, count: 1, partnerId: idOf(rival.apiKey), name: 'other' })
})
afterAll(() => rig.close())

let shopId = ''

const list = (query: string, path = V2): Promise<Reply> => rig.partner('GET', `${path}?${query}`)
const read = async (query: string, path = V2) => PartnerOrderList.parse((await list(query, path)).body)
const idsOf = ({ data }: PartnerOrderList) => data.map(({ id }) => id)

describe('a partner’s list of orders', () => {
  test('a partner’s list is 50 of all its orders, newest first, in both versions', async () => {
    const first = await read('')
    expect([first.rows, first.total, first.data.length]).toEqual([50, 1_203, 50])
    expect(first.data[3]).toEqual({
      created_at: `${FIRST + 1_199}.000000`,
      id: expect.stringMatching(/^order-/),
      partner_order_id: 'order-1200',
    })
    expect(first.data.slice(0, 3).map((item) => item.created_at)).toEqual(Array(3).fill('1772357400.123000'))
    const { next_cursor: _, ...same } = await read('', V1)
    expect(first).toMatchObject(same)
  })

  test('a partner’s list names an order as the order’s own routes do', async () => {
    const { data } = await read('page=3&rows=1')
    const [item] = data
    const order = await rig.partner('GET', `/api/v2/partner/order/${item?.partner_order_id}`)
    expect([order.at('client_order_id'), order.at('created_at')]).toEqual([item?.id, item?.created_at])
  })

  test('a partner’s list has each order on one page, and equally by its cursor', async () => {
    const paged: string[] = []
    for (let page = 1; page <= 13; page++) paged.push(...idsOf(await read(`page=${page}&rows=100`)))
    expect(new Set(paged).size).toBe(1_203)
    const walked: string[] = []
    for (let query = 'rows=400'; ;) {
      const part = await read(query)
      walked.push(...idsOf(part))
      expect(part.total).toBe(1_203)
      if (part.next_cursor === null) break
      query = `rows=300&cursor=${part.next_cursor}`
    }
    expect(walked).toEqual(paged)
  })

  test('a partner’s list ends with a page that has no cursor, full or not, and is empty after it', async () => {
    for (const [query, count] of [
      ['page=3&rows=401', 401],
      ['page=13&rows=100', 3],
      ['page=14&rows=100', 0],
      ['page=999999999&rows=500', 0],
    ] as const) {
      const { data, next_cursor, total } = await read(query)
      expect([query, data.length, next_cursor, total]).toEqual([query, count, null, 1_203])
    }
  })

  test('a partner’s list takes more than 500 rows for 500 and says so', async () => {
    const { rows, data } = await read('rows=501')
    expect([rows, data.length]).toEqual([500, 500])
  })

  test('a partner’s list begins at a timestamp and includes that very moment', async () => {
    const at = FIRST + 1_100
    for (const [timestamp, total] of [
      [`${at}`, 103],
      [`${at}.0`, 103],
      [`${at}.000000001`, 102],
      [`${at - 1}.9999999`, 103],
      ['1772357400.123', 3],
      ['1772357400.1230001', 0],
      ['0', 1_203],
      ['9999999999', 0],
    ] as const) {
      const part = await read(`timestamp=${timestamp}&rows=200`)
      expect([timestamp, part.total, part.data.length]).toEqual([timestamp, total, Math.min(total, 200)])
    }
    const second = await read(`timestamp=${at}&page=2`)
    expect(idsOf(second)).toEqual(idsOf(await read('page=2')))
    expect((await read(`timestamp=${at}&page=3&rows=50`)).data).toHaveLength(3)
  })

  test('a partner’s list keeps its timestamp along the cursor', async () => {
    const timestamp = `${FIRST + 1_150}`
    const first = await read(`timestamp=${timestamp}&rows=50`)
    for (const again of ['', `&timestamp=${timestamp}`, `&timestamp=${timestamp}.000`]) {
      const rest = await read(`cursor=${first.next_cursor}${again}`)
      expect([rest.total, rest.data.length, rest.next_cursor]).toEqual([53, 3, null])
    }
    const other = await list(`cursor=${first.next_cursor}&timestamp=${FIRST}`)
    expect([other.status, other.at('code')]).toEqual([400, 'fields_incompatible'])
  })

  test('a partner’s list has no orders, total or cursors of another partner', async () => {
    const own = await rig.partner('GET', V2, undefined, { as: rival })
    expect(own.at('total')).toBe(1)
    const { next_cursor } = await read('')
    const foreign = await rig.partner('GET', `${V2}?cursor=${next_cursor}`, undefined, { as: rival })
    const refused = await rig.partner('GET', `${V2}?cursor=made-up`, undefined, { as: rival })
    expect(foreign.status).toBe(400)
    expect({ ...(foreign.body as object), request_id: '' }).toEqual({
      ...(refused.body as object),
      request_id: '',
    })
    expect((await rig.send('GET', V2)).status).toBe(401)
  })

  test('a partner’s list takes a cursor only as it was given, in either version', async () => {
    const cursor = (await read('')).next_cursor ?? ''
    expect(idsOf(await read(`cursor=${cursor}`, V1))).toEqual(idsOf(await read('page=2')))
    const bent = cursor
      .split('')
      .map(
        (character, index) =>
          cursor.slice(0, index) + (character === 'A' ? 'B' : 'A') + cursor.slice(index + 1),
      )
    for (const wrong of [...bent, cursor.slice(0, -1), `${cursor}A`, `${cursor}=`, 'x', 'A'.repeat(513)]) {
      const reply = await list(`cursor=${wrong}`)
      expect([wrong, reply.status, reply.at('code')]).toEqual([wrong, 400, 'validation_failed'])
    }
  })

  test('a partner’s list names the parameter when a page, a number of rows or a timestamp is invalid', async () => {
    for (const [name, values] of Object.entries({
      page: ['0', '-1', '1.5', '01', 'x', '1e3', '1000000000', '%20'],
      rows: ['0', '-1', '1.5', 'all', '1000000000'],
      timestamp: ['-1', 'x', '1772357400,5', '1772357400.', '2026-03-01', '1772357400123', '1.0123456789'],
    }))
      for (const value of values) {
        const reply = await list(`${name}=${value}`)
        expect([name, value, reply.status]).toEqual([name, value, 400])
        expect(reply.at('errors')).toEqual([
          expect.objectContaining({ pointer: `/${name}`, code: 'validation_failed' }),
        ])
      }
    expect((await list('limit=5')).at('code')).toBe('unknown_field')
    expect((await list('page=1&page=2')).status).toBe(400)
    expect((await read('page=&rows=&timestamp=&cursor=')).rows).toBe(50)
    const { next_cursor } = await read('')
    expect((await list(`page=1&cursor=${next_cursor}`)).at('code')).toBe('fields_incompatible')
  })
})

describe('a filtered list of orders', () => {
  const change = (set: string, where: string) =>
    rig.owner.query(statement(`update orders set ${set} where partner_id = $1 and ${where}`, shopId))
  const refusal = async (query: string) => {
    const reply = await list(query)
    const { errors } = Problem.parse(reply.body)
    return [reply.status, reply.at('code'), errors.map(({ pointer }) => pointer)]
  }
  const walk = async (query: string, rows = 7) => {
    const items: PartnerOrderList['data'] = []
    for (let next = `${query}&rows=${rows}`, pages = 0; pages < 1_000; pages++) {
      const part = await read(next)
      expect(part.total).toBeNull()
      items.push(...part.data)
      if (part.next_cursor === null) return items
      next = `rows=${rows}&cursor=${part.next_cursor}`
    }
    throw new Error('The list has no end')
  }
  const namesOf = (items: PartnerOrderList['data']) => items.map((item) => item.partner_order_id)

  test('a list by status has the orders of one status, newest first, and of a time if one is named', async () => {
    await change(`status = 'expired'`, `partner_order_id in ('order-3', 'order-40', 'order-41', 'order-900')`)
    await change(`status = 'error'`, `partner_order_id = 'order-39'`)
    expect(namesOf(await walk('status=expired', 1))).toEqual(['order-900', 'order-41', 'order-40', 'order-3'])
    const window = `from=${FIRST + 38}&until=${FIRST + 40}`
    expect(namesOf(await walk(window, 1))).toEqual(['order-40', 'order-39'])
    expect(namesOf(await walk(`status=expired&${window}`))).toEqual(['order-40'])
    expect(await walk('status=refunded')).toEqual([])
  })

  test('a list by status knows a status by the words of its partner', async () => {
    await change(`status = 'auth_success'`, `partner_order_id = 'order-7'`)
    expect(namesOf(await walk('status=auth_success'))).toEqual(['order-7'])
    await rig.ensurePartner({ ...shop, statuses: 'plain' })
    rig.pass(1_000)
    expect(await walk('status=auth_success')).toEqual([])
    expect(namesOf(await walk(`status=processing&until=${FIRST + 100}`))).toEqual(['order-7'])
    await rig.ensurePartner({ ...shop, statuses: 'all' })
    rig.pass(1_000)
  })

  test('a list by client has the orders of one client, however many others stand between them', async () => {
    const { id } = await registerBalanceClient(rig, 'lister')
    await change(`client_id = '${id}'`, `partner_order_id in ('order-2', 'order-1100')`)
    expect(namesOf(await walk('client_external_id=lister', 1))).toEqual(['order-1100', 'order-2'])
    const { orderId: template } = await rig.placeOrder()
    const createdAt = `to_timestamp(${FIRST} - n)`
    await manyOrders(rig, { template, partnerId: shopId, name: 'old', count: 2_300, createdAt })
    await change(`client_id = '${id}'`, `partner_order_id like 'old-%'`)
    await change(`status = 'expired'`, `partner_order_id = 'old-2300'`)
    expect(namesOf(await walk('client_external_id=lister&status=expired', 20))).toEqual(['old-2300'])
    expect(await refusal('client_external_id=nobody')).toEqual([
      404,
      'client_unknown',
      ['/client_external_id'],
    ])
  })

  test('a list of changes follows the changes of orders, oldest first, each with its time', async () => {
    const since = `updated_since=${rig.exchange.clock.now().getTime() / 1_000 + 1}`
    rig.pass(2_000)
    await rig.partner('POST', createPath, createBody('changed-1'))
    rig.pass(1_000)
    await rig.partner('POST', createPath, createBody('changed-2'))
    expect(namesOf(await walk(since, 1))).toEqual(['changed-1', 'changed-2'])
    await change(
      `updated_at = '${rig.exchange.clock.now().toISOString()}', id = id`,
      `partner_order_id = 'order-5'`,
    )
    const changed = await walk(since)
    expect(namesOf(changed).toSorted()).toEqual(['changed-1', 'changed-2', 'order-5'])
    const last = changed.at(-1)?.updated_at
    expect(last).toBe(`${rig.exchange.clock.now().getTime() / 1_000}000`)
    expect(namesOf(await walk(`updated_since=${last}`)).toSorted()).toEqual(['changed-2', 'order-5'])
    expect(namesOf(await walk(`${since}&status=payin_pending`))).toEqual(['order-5'])
  })

  test('a filtered list brings the data of each order where that is asked for, a hundred at most', async () => {
    rig.pass(1_000)
    await rig.partner('POST', createPath, createBody('whole'))
    const [item] = (await read('include=order&rows=1')).data
    const order = await rig.partner('GET', '/api/v2/partner/order/whole')
    expect(item?.order).toEqual(order.body)
    await rig.owner.query(
      statement(`insert into order_event (order_id, seq, fact, status, at)
        select id, 1, 'placed', status, created_at from orders on conflict do nothing`),
    )
    const many = await read('include=order&rows=500&until=9999999999')
    expect([many.rows, many.data.length, many.data.every((each) => each.order)]).toEqual([100, 100, true])
  })

  test('a list of changes moves an order that changes to its end, by the order’s own history', async () => {
    const since = `updated_since=${rig.exchange.clock.now().getTime() / 1_000 + 1}`
    rig.pass(2_000)
    const placed = await rig.placeOrder()
    rig.pass(1_000)
    await rig.placeOrder()
    rig.pass(1_000)
    await rig.charge(placed, 'held')
    const changed = (await walk(since)).map(({ id }) => id)
    expect([changed.length, changed.at(-1)]).toEqual([2, placed.orderId])
  })

  test('a filtered list is read by its own cursor alone, which belongs to no other list', async () => {
    const { next_cursor: cursor } = await read('status=payin_pending&rows=1')
    expect((await read(`cursor=${cursor}&status=payin_pending`)).rows).toBe(50)
    for (const [query, names] of [
      [`cursor=${cursor}&status=expired`, ['/status', '/cursor']],
      [`cursor=${cursor}&from=1`, ['/from', '/cursor']],
      [`cursor=${cursor}&timestamp=1`, ['/timestamp', '/cursor']],
      [`cursor=${cursor}&updated_since=1`, ['/updated_since', '/cursor']],
      ['status=expired&page=1', ['/page']],
      ['timestamp=1&from=1', ['/timestamp', '/from']],
    ] as const)
      expect([query, ...(await refusal(query))]).toEqual([query, 400, 'fields_incompatible', names])
    expect((await list(`cursor=${cursor}`, V1)).at('code')).toBe('validation_failed')
    for (const [name, value] of [
      ['status', 'done'],
      ['include', 'client'],
      ['until', 'x'],
      ['updated_since', '2026-03-01'],
      ['client_external_id', 'a b'],
    ])
      expect(await refusal(`${name}=${value}`)).toEqual([400, 'validation_failed', [`/${name}`]])
  })
})
