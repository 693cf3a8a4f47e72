import { silentLog } from '@cambio/server/log.ts'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { copyRow } from '@cambio/server/testing/postgres/testingCopies.ts'
import { watchReads, type MuchRead } from '@cambio/server/testing/postgres/testingReads.ts'
import { workDue } from '@cambio/server/work/due.ts'
import { dueLook } from '@cambio/server/work/lookForDue.ts'
import { needs } from '@cambio/server/work/needs.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../../src/http/app.ts'
import { deliveriesOf } from '../../src/program/deliveriesOf.ts'
import { dueLoops } from '../../src/program/dueLoops.ts'
import type { Exchange } from '../../src/program/Exchange.ts'
import { exchangeNeeds, retryNeeds } from '../../src/work/exchangeNeeds.ts'
import { exchangeWork } from '../../src/work/exchangeWork.ts'
import { creditBalance, registerBalanceClient, withdraw } from '../balance/balanceRig.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { files, type Rig } from '../rig.ts'
import { manyOrders } from './manyOrders.ts'
import { openPartitionRig, type PartitionRig } from './partitionRig.ts'

/*
 * Statements on the way of an order and of a callback read a few rows, however many there are and whatever the planner
 * believes: after a restore it knows nothing, and after a quiet night what it knows is wrong.
 */

/** `pnpm sim:plans` has a million. */
const MANY = 2_000
const JOURNALS = 1_000
/** Of one table. What one statement takes at once, and a few pages of what nobody needs any more, are fewer. */
const FEW = 400n
/** Clients of one person: what looks at each for each of them reads more than a few. */
const CROWD = 60

const tables = [
  'orders',
  'order_event',
  'order_metadata',
  'callback',
  'withdrawal_code',
  'partner_order_claim',
  'order_uncounted',
  'attempt',
  'inbox',
  'card_form',
  'quote',
  'client',
  'person_mark',
  'session',
  'posting',
  'journal',
]

let rig: Rig
let call: PartitionRig['call']
let muchRead: MuchRead
let orders = 0

beforeAll(async () => {
  ;({ rig, call } = await openPartitionRig())
  for (const table of tables)
    await rig.owner.query(statement(`alter table ${table} set (autovacuum_enabled = off)`))
  await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
  await fill()
})
afterAll(() => rig.close())

/** Orders that ended long ago, with all that they left; and as much that waits for something far away. */
async function fill(): Promise<void> {
  await rig.charge(await rig.placeOrder(), 'declined')
  const created = await rig.partner('POST', createPath, createBody('template'))
  const template = String(created.at('client_order_id'))
  const [row] = await rig.query<{ partner_id: string }>(
    statement('select partner_id from orders where id = $1', template),
  )
  const partnerId = row?.partner_id ?? ''
  const own = (text: string, ...values: unknown[]) => rig.owner.query(statement(text, ...values))
  const createdAt = `now() - interval '1 year' + n * interval '1 second'`
  await own(
    `insert into client (id, partner_id, email, level, created_at)
    select 'old-' || n, $1, 'old-' || n || '@example.com', 'none', now() from generate_series(1, ${MANY}) n`,
    partnerId,
  )
  await own(`insert into session (token_hash, client_id, expires_at)
    select sha256(id::bytea), id, now() + interval '10 years' from client where id like 'old%'`)
  await manyOrders(rig, { template, partnerId, name: 'old', count: MANY, createdAt })
  await own(`update orders set due_at = null, status = 'expired', client_id = 'old-' || substr(partner_order_id, 5)
    where id like 'old%'`)
  await own(`insert into order_event (order_id, seq, fact, status, at)
    select o.id, n, 'placed', 'expired', o.created_at from orders o, generate_series(1, 3) n where o.id like 'old%'`)
  await own(`insert into order_metadata (order_id, metadata)
    select id, jsonb_build_object('cart', partner_order_id) from orders where id like 'old%'`)
  await own(`insert into person_mark (client_id, kind, mark, order_id)
    select client_id, 'card', id, id from orders where id like 'old%'`)
  await own(
    `insert into partner_order_claim select partner_id, partner_order_id from orders on conflict do nothing`,
  )
  await own(`insert into callback (id, order_id, partner_id, seq, body, state, created_at, ended_at)
    select o.id || n, o.id, o.partner_id, n, repeat('x', 500), 'acknowledged', o.created_at, o.created_at
    from orders o, generate_series(1, 2) n where o.id like 'old%'`)
  await own(
    `insert into card_form (session_id, order_id, created_at) select id, id, now() from orders where id like 'old%'`,
  )
  await own(`insert into inbox (source, reference, due_at)
    select 'card', id, now() + interval '10 years' from orders where id like 'old%'`)
  const client = await registerBalanceClient(rig, 'holder')
  await creditBalance(rig, client.id, 10n ** 18n, 'ETH', rig.exchange.clock.now())
  expect((await withdraw(rig, 'withdrawal', client.email)).status).toBe(200)
  await copies('withdrawal_code', {
    order_id: `(select id from orders where partner_order_id = 'old-' || n)`,
    uuid: `'old-' || n`,
    callback_id: `'old-' || n`,
    state: `'acknowledged'`,
    due_at: 'null',
    lease_until: 'null',
    expires_at: `now() + interval '10 years'`,
    event: '-n',
  })
  await copies('quote', { id: `'old-' || n` })
  await copies('attempt', {
    order_id: `(select id from orders where partner_order_id = 'old-' || n)`,
    platform_order_id: `'old-' || n`,
    session_id: `'old-' || n`,
    state: `'declined'`,
    opened_at: createdAt,
    network: `'old-' || n`,
  })
  for (let from = 1; from <= JOURNALS; from += 250)
    await own(`select post_journals(jsonb_agg(jsonb_build_object('id', 'old-' || n, 'kind', 'sale', 'reference', 'old-' || n,
      'postings', jsonb_build_array(
        jsonb_build_object('account', 'a' || n % 50, 'asset', 'EUR', 'layer', 'posted', 'units', '100'),
        jsonb_build_object('account', 'b' || n % 50, 'asset', 'EUR', 'layer', 'posted', 'units', '-100')))), '2026-03-01')
    from generate_series(${from}, ${from + 249}) n`)
}

function copies(table: string, own: Readonly<Record<string, string>>): Promise<void> {
  return copyRow(rig.owner.query, { table, own, count: MANY })
}

/** A database that notes every statement which reads much. */
function watch(database: Database): Database {
  return watchReads(database, { tables, few: FEW, muchRead })
}

/** An order that its partner notes something with. */
function noted(id: string): object {
  return { ...createBody(id), metadata: { cart: id } }
}

/** The mailbox of a buyer who has bought before, and is known to have many other clients. */
async function oneOfMany(number: number): Promise<string> {
  const email = `live-${number}@example.com`
  await rig.charge(await rig.placeOrder({ email, amount: '50.00' }), 'held')
  const text = `
    insert into person_mark (client_id, kind, mark)
    select 'old-' || n, kind, mark from person_mark, generate_series($2::int4 * $3::int4, ($2 + 1) * $3 - 1) n
    where client_id = (select id from client where email = $1) and kind = 'email'
    returning mark`
  expect(await rig.owner.query(statement(text, email, number, CROWD))).toHaveLength(CROWD)
  return email
}

/** Orders that a partner creates at once: the first is written by itself, the others together. */
async function createAtOnce(): Promise<void> {
  const bodies = [1, 2, 3].map((number) => createBody(`at-once-${orders}-${number}`))
  const replies = await Promise.all(bodies.map((body) => rig.partner('POST', createPath, body)))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
}

/** Orders that a partner creates, a purchase by card up to its end, and all their callbacks, one of which fails first. */
async function liveThrough(): Promise<void> {
  const own = { database: watch(rig.exchange.database), locking: watch(rig.exchange.locking) }
  const exchange: Exchange = { ...rig.exchange, ...own, metrics: createMetrics({ program: 'exchange' }) }
  const app = createApp(exchange, files, { checkAnswers: true })
  const work = exchangeWork(exchange, dueLoops(exchange), deliveriesOf(exchange))
  orders += 1
  const email = await oneOfMany(orders)
  const request = rig.app.request.bind(rig.app)
  rig.app.request = app.request.bind(app)
  try {
    expect((await rig.partner('POST', createPath, noted(`live-${orders}`))).status).toBe(200)
    await createAtOnce()
    const lists = [
      'include=order&until=9999999999',
      'status=processing',
      'updated_since=1',
      'client_external_id=holder',
    ]
    for (const query of lists)
      expect((await rig.partner('GET', `/api/v2/partner/order/list?${query}`)).status).toBe(200)
    const order = await rig.placeOrder({ email, amount: '50.00' })
    let deliveries = 0
    rig.receiverAnswers(() =>
      (deliveries += 1) === 1 ? { is: 'failed', why: 'HTTP 500' } : { is: 'acknowledged', status: 200 },
    )
    await rig.charge(order, 'held')
    for (const { platformOrderId } of await rig.attempts(order.orderId))
      rig.card.becomes(platformOrderId, 'settled')
    for (let minute = 0; minute < 12; minute++) {
      await work.tick()
      rig.pass(60_000)
    }
    const [row] = await rig.query<{ status: string }>(
      statement('select status from orders where id = $1', order.orderId),
    )
    expect(row?.status).toBe('finished')
    const counting = { database: own.database, log: silentLog }
    await needs(counting, { everyMs: 1_000, needs: [...exchangeNeeds, ...retryNeeds] }).work()
    const loops = dueLoops(exchange)
    const looked = loops.map(({ table }) => table)
    await own.database.query(dueLook(looked, exchange.clock.now()))
    const { database, clock, random, log } = exchange
    const leasing = { database, clock, random, log }
    // A tick leases from no table that has nothing due.
    for (const loop of loops) await workDue(leasing, loop).tick()
  } finally {
    rig.app.request = request
  }
}

/** Counts what waits to be tried again, in an index that holds nothing else. */
const COUNTS = 'need_callback_retries_waiting of callback'

async function expectNear(): Promise<void> {
  muchRead = new Map()
  await liveThrough()
  muchRead.delete(COUNTS)
  expect(Object.fromEntries(muchRead)).toEqual({})
}

describe('the plans of statements on the way of an order or a callback', () => {
  test(
    'no statement of an order or a callback reads a whole table that was analysed when it was empty',
    expectNear,
  )

  test('no statement of an order or a callback reads a whole table that was never analysed', async () => {
    await rig.owner.query(statement(`delete from pg_statistic where starelid = any ($1::regclass[])`, tables))
    await expectNear()
  })

  test('no statement of an order or a callback reads a whole table whose waiting rows grew since it was analysed', async () => {
    await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
    await rig.owner.query(
      statement(`update callback set state = 'waiting', due_attempts = 1, why = 'HTTP 500',
        due_at = now() + interval '10 years'
        where seq = 2 and id like 'old%'`),
    )
    await rig.owner.query(
      statement(`update orders set due_at = now() + interval '10 years' where id like 'old%'`),
    )
    await expectNear()
  })

  test('no statement of an order or a callback reads a whole table that is fully analysed, nor a whole partition', async () => {
    await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
    const divided = await call(['partitions', 'convert'])
    expect(divided.output).toContain('order_event is divided by month')
    await expectNear()
  })
})
