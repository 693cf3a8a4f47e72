import { createMetrics } from '@cambio/server/metrics.ts'
import { statement } from '@cambio/server/postgres/testing.ts'
import { copyRow } from '@cambio/server/postgres/testingCopies.ts'
import { watchReads, type MuchRead } from '@cambio/server/postgres/testingReads.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cardsApp } from '../src/app.ts'
import type { Post } from '../src/notify.ts'
import { platformWork } from '../src/work.ts'
import { openRig, saleFields, type Fields, type Rig } from './rig.ts'
import { openShop } from './shop.ts'

/*
 * Statements on the way of a SALE, up to its settlement, its refund and the news of both, read a few rows, however many
 * there are and whatever the planner believes: after a restore it knows nothing, and after a quiet night what it knows
 * is wrong.
 */

const MANY = 10_000
const JOURNALS = 2_000
/** Of one table. What one statement takes at once, and a few pages of what nobody needs any more, are fewer. */
const FEW = 400n

const tables = [
  'merchant',
  'transaction',
  'transaction_log',
  'operation',
  'notification',
  'notification_address',
  'vault_card',
  'fields_session',
  'limit_window',
  'signature_nonce',
  'posting',
  'journal',
]
/** Those that rows wait in. */
const waiting = ['transaction', 'operation', 'notification', 'fields_session']

let rig: Rig
let muchRead: MuchRead
let lives = 0

beforeAll(async () => {
  rig = await openRig()
  for (const table of tables)
    await rig.owner.query(statement(`alter table ${table} set (autovacuum_enabled = off)`))
  await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
  await rig.saveMerchant({ salesPerMinute: 1_000, declinesPerHour: 1_000, declinesPerDay: 10_000 })
  await fill()
}, 120_000)
afterAll(() => rig.close())

/** Payments that ended long ago, every other one declined, with all that they left, and as much of everything else. */
async function fill(): Promise<void> {
  await openShop(rig).handedIn(success)
  await rig.sale({ order_id: 'template', req_token: 'Y' })
  rig.pass(1_000)
  await rig.settle()
  const old = `'old-' || n`
  const id = `md5(${old})::uuid`
  const hash = `sha256((${old})::bytea)`
  const at = `t.created_at - interval '1 year' + n * interval '1 second'`
  await copies('merchant', { id })
  await copies('transaction', {
    id,
    order_id: old,
    fingerprint: hash,
    created_at: at,
    vault_id: 'null',
    state: `case n % 2 when 0 then 'declined' else t.state end`,
    captured: `case n % 2 when 0 then 0 else t.captured end`,
    decline_reason: `case n % 2 when 0 then 'Declined by processing' end`,
  })
  await copies('transaction_log', { transaction_id: id })
  await copies('operation', { id: old, transaction_id: id })
  await copies('notification', { id: old, transaction_id: id })
  await copies('vault_card', { id, token_hash: hash, fingerprint: hash })
  await copies('fields_session', {
    id_hash: hash,
    token_hash: hash,
    taken_at: 't.created_at',
    due_at: 'null',
  })
  const own = (text: string) => rig.owner.query(statement(text))
  const far = `now() + interval '10 years'`
  await own(`insert into notification_address select ${old}, '{}', null from generate_series(1, ${MANY}) n`)
  await own(
    `insert into limit_window select 'sale-budget', ${old}, 1, ${far} from generate_series(1, ${MANY}) n`,
  )
  await own(
    `insert into signature_nonce select id, ${hash}, ${far}
    from (select id from merchant order by created_at limit 1) m, generate_series(1, ${MANY}) n`,
  )
  for (let from = 1; from <= JOURNALS; from += 250)
    await own(`select post_journals(jsonb_agg(jsonb_build_object('id', ${old}, 'kind', 'sale', 'reference', ${old},
      'postings', jsonb_build_array(
        jsonb_build_object('account', 'a' || n % 50, 'asset', 'EUR', 'layer', 'posted', 'units', '100'),
        jsonb_build_object('account', 'b' || n % 50, 'asset', 'EUR', 'layer', 'posted', 'units', '-100')))), now())
    from generate_series(${from}, ${from + 249}) n`)
}

function copies(table: string, own: Readonly<Record<string, string>>): Promise<void> {
  return copyRow(rig.owner.query, { table, own, count: MANY })
}

const success = { card_exp_month: '01', card_exp_year: '2038' }
const noCard = { card_number: '', card_exp_month: '', card_exp_year: '' }

/** Every kind of SALE up to its end, what is asked about it, and the news of it, the first of which are not taken. */
async function liveThrough(): Promise<void> {
  const database = watchReads(rig.database, { tables, few: FEW, muchRead })
  const platform = { ...rig.platform, query: database.query }
  const app = cardsApp(
    { platform, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  let news = 0
  const post: Post = async () => ({ status: (news += 1) <= 2 ? 500 : 200, text: 'OK' })
  const work = platformWork({ platform, database, post }, { retryFactor: 1 })
  const request = rig.app.request.bind(rig.app)
  rig.app.request = app.request.bind(app)
  try {
    const name = `live-${(lives += 1)}`
    const transIds = await sellEveryWay(openShop({ ...rig, platform }), name)
    for (let minute = 0; minute < 20; minute++) {
      await work.tick()
      rig.pass(60_000)
    }
    const [first = ''] = transIds
    for (const action of ['GET_TRANS_STATUS', 'GET_TRANS_DETAILS'])
      expect((await rig.followUp(action, first)).body).toMatchObject({ status: 'SETTLED' })
    expect((await rig.followUp('GET_TRANS_STATUS_BY_ORDER', `${name}-token`)).body).toMatchObject({
      status: 'SETTLED',
    })
    await rig.followUp('CREDITVOID', first, { amount: '10.00' })
    await work.tick()
    expect(await statesOf(transIds)).toEqual(['settled'])
    expect(news).toBeGreaterThan(transIds.length)
  } finally {
    rig.app.request = request
  }
}

/** @returns the trans_ids of the payments that succeed */
async function sellEveryWay(shop: ReturnType<typeof openShop>, name: string): Promise<string[]> {
  const sell = async (fields: Fields, result: string) => {
    const { body } = await rig.send(saleFields(fields))
    expect(body).toMatchObject({ result })
    return body
  }
  const numberOrder = { order_id: `${name}-number`, req_token: 'Y' }
  const byNumber = await sell(numberOrder, 'SUCCESS')
  expect((await sell(numberOrder, 'SUCCESS')).trans_id).toBe(byNumber.trans_id)
  const order = { order_id: `${name}-again` }
  await sell({ ...order, card_exp_month: '02' }, 'DECLINED')
  const again = await sell(order, 'SUCCESS')
  const token = String(byNumber['card_token'])
  const byToken = await sell({ ...noCard, order_id: `${name}-token`, card_token: token }, 'SUCCESS')
  const handed = await shop.handedIn(success)
  const byFields = { ...noCard, order_id: `${name}-fields`, card_token: handed, card_cvv2: '' }
  const typed = await sell(byFields, 'SUCCESS')
  const challenged = await rig.send(saleFields({ order_id: `${name}-3ds`, card_exp_month: '05' }))
  await shop.decide(challenged)
  return [byNumber, again, byToken, typed, challenged.body].map(({ trans_id }) => trans_id)
}

async function statesOf(transIds: readonly string[]): Promise<string[]> {
  const rows = await rig.owner.query<{ state: string }>(
    statement('select distinct state from transaction where id = any ($1)', transIds),
  )
  return rows.map(({ state }) => state)
}

async function expectNear(): Promise<void> {
  muchRead = new Map()
  await liveThrough()
  expect(Object.fromEntries(muchRead)).toEqual({})
}

describe('no statement on the way of a SALE reads a table', () => {
  test('that was looked at when it was empty', expectNear, 60_000)

  test('that nobody has looked at', async () => {
    await rig.owner.query(statement(`delete from pg_statistic where starelid = any ($1::regclass[])`, tables))
    await expectNear()
  }, 60_000)

  test('in which nothing waited when it was looked at, and much does now', async () => {
    await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
    await rig.owner.query(statement(`update notification set state = 'waiting' where id like 'old%'`))
    await rig.owner.query(statement(`update operation set state = 'open' where id like 'old%'`))
    for (const table of waiting)
      await rig.owner.query(
        statement(`update ${table} set due_at = now() + interval '100 years' where due_at is null`),
      )
    await expectNear()
  }, 60_000)

  test('of which everything is known', async () => {
    await rig.owner.query(statement(`analyze ${tables.join(', ')}`))
    await expectNear()
  }, 60_000)
})
