import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openOwner } from '@cambio/server/backup/snapshot.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schema } from '../../src/store/openStore.ts'
import { partitionWork } from '../../src/work/partitionWork.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openPartitionRig, type PartitionRig } from './partitionRig.ts'

/* Callbacks of an installation whose tables are divided by month. The first partition ends with April. */

let opened: PartitionRig
let rig: PartitionRig['rig']
let call: PartitionRig['call']
beforeEach(async () => {
  opened = await openPartitionRig()
  ;({ rig, call } = opened)
  expect((await call(['partitions', 'convert'])).output).toContain('callback is divided by month')
})
afterEach(() => rig.close())

const MAIN = 'http://shop.test/callbacks'
const BOOKS = 'http://books.test/callbacks'
const endpoints = '/api/v2/partner/callback_endpoints'
const acknowledged = { is: 'acknowledged', status: 200 } as const

const own = <Row extends object>(text: string, ...values: unknown[]) =>
  rig.owner.query<Row>(statement(text, ...values))

/** Passes the time until a moment, with the partitions that the exchange makes meanwhile. */
async function passUntil(moment: string): Promise<void> {
  rig.pass(Date.parse(moment) - rig.exchange.clock.now().getTime())
  await partitionWork(rig.exchange).work()
}

/** Works for some minutes, in which what failed is sent again. */
async function workMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await rig.work.tick()
    rig.pass(60_000)
  }
}

type Placed = Awaited<ReturnType<typeof rig.placeOrder>>

const hold = async (order: Placed) =>
  expect((await rig.charge(order, 'held')).at('order.status')).toBe('auth_success')

async function settle({ orderId }: Placed): Promise<void> {
  for (const { platformOrderId } of await rig.attempts(orderId)) rig.card.becomes(platformOrderId, 'settled')
}

async function buy(): Promise<string> {
  const order = await rig.placeOrder()
  await hold(order)
  await settle(order)
  await workMinutes(12)
  return order.orderId
}

const sentOf = (orderId: string, url: string) =>
  rig.deliveries.filter((delivery) => delivery.url === url && delivery.body.includes(orderId))
const idsOf = (deliveries: readonly { id: string }[]) => deliveries.map(({ id }) => id)

test('a purchase over the end of a month sends each callback once and in order, and no other again', async () => {
  expect((await rig.partner('POST', endpoints, { url: BOOKS })).status).toBe(200)
  await buy()
  await passUntil('2026-04-30T23:58:00Z')
  const before = rig.deliveries.length
  rig.receiverAnswers(() => ({ is: 'failed', why: 'HTTP 500', status: 500 }))
  const order = await rig.placeOrder()
  await rig.work.tick()
  const refused = rig.deliveries.length
  rig.receiverAnswers(() => acknowledged)
  await hold(order)
  // From its first place on, the old month has rows that ended: the new month's rows have the same places.
  await own('vacuum full callback_before_2026_05')
  rig.pass(3 * 60_000)
  await settle(order)
  await workMinutes(12)

  const rows = await own<{ id: string; part: string; seq: number; state: string }>(
    `select id, tableoid::regclass::text as part, seq, state from callback where order_id = $1 order by seq`,
    order.orderId,
  )
  expect([...new Set(rows.map(({ part }) => part))]).toEqual(['callback_before_2026_05', 'callback_2026_05'])
  expect([...new Set(rows.map(({ state }) => state))]).toEqual(['acknowledged'])
  const sent = rig.deliveries.slice(refused)
  for (const url of [MAIN, BOOKS])
    expect(idsOf(sent.filter((delivery) => delivery.url === url))).toEqual(idsOf(rows))
  expect(rig.deliveries.slice(before).every(({ body }) => body.includes(order.orderId))).toBe(true)

  const feed = await rig.partner('GET', '/api/v2/partner/events')
  const { data } = z
    .object({ data: z.array(z.object({ id: z.int(), callback_id: z.string() })) })
    .parse(feed.body)
  expect(data.slice(-rows.length).map(({ callback_id }) => callback_id)).toEqual(idsOf(rows))
  expect(data.map(({ id }) => id)).toEqual(data.map((_, place) => place + data[0]!.id))

  const sentAgain = rig.deliveries.length
  for (const endpoint of ['main', String((await rig.partner('GET', endpoints)).at('data.1.endpoint_id'))]) {
    const path = `${endpoints}/${endpoint}/deliveries/${rows[0]?.id}`
    expect((await rig.partner('POST', `${path}/resend`)).at('resent')).toBe(1)
    await rig.work.tick()
    expect((await rig.partner('GET', path)).at('tries')).toHaveLength(3)
  }
  expect(idsOf(rig.deliveries.slice(sentAgain))).toEqual([rows[0]?.id, rows[0]?.id])
})

test('no callback is written twice when an order is placed and stepped several times at once', async () => {
  const place = () => rig.partner('POST', createPath, createBody('once'))
  const placed = await Promise.all([place(), place(), place(), place()])
  expect(new Set(placed.map((answer) => answer.at('client_order_id'))).size).toBeLessThanOrEqual(2)
  const order = await rig.placeOrder()
  await hold(order)
  await passUntil('2026-05-01T00:01:00Z')
  const later = await rig.placeOrder()
  await hold(later)
  await Promise.all([order, later].map(settle))
  for (let minute = 0; minute < 12; minute++) {
    await Promise.all([rig.work.tick(), rig.work.tick(), rig.work.tick()])
    rig.pass(60_000)
  }
  const twice = 'select order_id, seq from callback group by 1, 2 having count(*) > 1'
  expect(await own(twice)).toEqual([])
  const [counted] = await own<{ rows: bigint; ids: bigint }>(
    'select count(*) as rows, count(distinct id) as ids from callback',
  )
  expect(counted?.ids).toBe(counted?.rows)
  const statuses = 'select status from orders where id = any ($1)'
  expect(await own(statuses, [order.orderId, later.orderId])).toEqual([
    { status: 'finished' },
    { status: 'finished' },
  ])
  const without = `select id from orders where status <> 'payin_pending' and not exists (
    select from callback where order_id = orders.id and kind = 'client_order.' || orders.status)`
  expect(await own(without)).toEqual([])
})

test('callbacks of months ago move to a file, but for those that may still be sent, and it is said where they are', async () => {
  const ended = await buy()
  const waiting = await buy()
  await own(`update callback set body = null, attempts = null where order_id = $1`, ended)
  await own(`update callback set state = 'failed', why = 'HTTP 500' where order_id = $1 and seq = 2`, waiting)
  const folder = await mkdtemp(join(tmpdir(), 'cambio-archive-'))
  const file = join(folder, 'callbacks.copy.gz')
  const archive = () => call(['partitions', 'archive', 'callback', '--before', '2026-05-01', '--to', file])
  try {
    await passUntil('2026-06-15T00:00:00Z')
    expect((await archive()).output).toContain('callback keeps 3 months')
    await passUntil('2026-08-02T00:00:00Z')
    const moved = await archive()
    expect(moved.output).toMatch(/rows of callback moved to .*stayed in the table/s)
    expect(await own('select from callback where order_id = $1', ended)).toEqual([])
    expect(await own('select from callback where order_id = $1', waiting)).not.toEqual([])

    const cli = async (...words: readonly string[]) => (await rig.runCommand(...words)).output
    const said = 'Callbacks from before 2026-05-01 are archived.'
    expect(await cli('callback', 'resend', ended)).toContain(said)
    expect(await cli('callback', 'list', ended)).toContain(said)
    expect(await cli('order', 'show', ended)).toMatch(/callbacks_kept_since +2026-05-01/)
    expect(await cli('callback', 'resend', waiting)).toContain('Sending 1 again.')
    const sent = rig.deliveries.length
    await rig.work.tick()
    expect(idsOf(rig.deliveries.slice(sent))).toEqual(idsOf(sentOf(waiting, MAIN).slice(-1)))
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('callbacks are sent while those of months ago are archived, and a row that changes meanwhile is not lost', async () => {
  const ended = await buy()
  await own('update callback set body = null, attempts = null')
  await passUntil('2026-08-02T00:00:00Z')
  const folder = await mkdtemp(join(tmpdir(), 'cambio-archive-'))
  const report = await openOwner(opened.ownerUrl)
  try {
    await report.query(`begin; select from ${schema}.callback limit 1`)
    const archive = async (file: string, meanwhile: () => Promise<unknown>) => {
      let reached = () => {}
      const waits = new Promise<void>((resolve) => (reached = resolve))
      const words = [
        'partitions',
        'archive',
        'callback',
        '--before',
        '2026-05-01',
        '--to',
        join(folder, file),
      ]
      const archiving = call(words, () => reached())
      // The file is written, and the report keeps the rows from being removed.
      await waits
      await meanwhile()
      await report.query('commit')
      return (await archiving).output
    }
    const refused = await archive('changed', () =>
      own("update callback set why = 'looked at' where order_id = $1 and seq = 2", ended),
    )
    expect(refused).toContain('Rows of before were changed while')
    expect(await own("select from callback where why = 'looked at'")).toHaveLength(1)

    await report.query(`begin; select from ${schema}.callback limit 1`)
    const moved = await archive('moved', async () => {
      const later = await buy()
      const states = 'select distinct state from callback where order_id = $1'
      expect(await own(states, later)).toEqual([{ state: 'acknowledged' }])
    })
    expect(moved).toMatch(/rows of callback moved to/)
    expect(await own('select from callback where order_id = $1', ended)).toEqual([])
  } finally {
    await report.end()
    await rm(folder, { recursive: true })
  }
})
