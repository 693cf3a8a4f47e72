import { createMetrics } from '@cambio/server/metrics.ts'
import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { afresh, statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cardsApp } from '../src/http/cardsApp.ts'
import { platformWork } from '../src/work/platformWork.ts'
import { openRig, saleFields, type Rig } from './rig.ts'

/*
 * A row that changes is written anew. While no column that an index goes by changes, and its page has room, its indexes
 * go on pointing where they did; otherwise each of them gets one more entry, which stays until the database cleans up.
 */

const SALES = 20

let rig: Rig
beforeEach(async () => {
  rig = await openRig({ reach: afresh })
})
afterEach(() => rig.close())

type Updates = { readonly all: bigint; readonly withoutEntries: bigint }

/** A database that tells, of each statement, how it updated the platform's transactions. */
function watchUpdates(database: Database, updated: (updates: Updates) => void): Database {
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (query) => {
      const before = await updatesSoFar(query)
      const result = await work(query)
      const after = await updatesSoFar(query)
      updated({
        all: after.all - before.all,
        withoutEntries: after.withoutEntries - before.withoutEntries,
      })
      return result
    })
  return { ...database, transaction, query: (sql) => transaction((query) => query(sql)) }
}

async function updatesSoFar(query: Query): Promise<Updates> {
  const [row] = await query<Updates>(
    statement(
      `select n_tup_upd as all, n_tup_hot_upd as "withoutEntries" from pg_stat_xact_user_tables
      where relname = 'transaction'`,
    ),
  )
  if (row === undefined) throw new Error('There is no such table')
  return row
}

test('a SALE that is authorised, captured and settled enters the indexes once', async () => {
  // Room on each page for all that becomes of its rows: what is left to decide is the columns that change.
  await rig.owner.query(statement('alter table transaction set (fillfactor = 20)'))
  const sum = { all: 0, withoutEntries: 0 }
  const database = watchUpdates(rig.database, ({ all, withoutEntries }) => {
    sum.all += Number(all)
    sum.withoutEntries += Number(withoutEntries)
  })
  const platform = { ...rig.platform, query: database.query }
  const app = cardsApp(
    { platform, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  const work = platformWork(
    { platform, database, post: async () => ({ status: 200, text: 'OK' }) },
    { retryFactor: 1 },
  )
  for (let sale = 0; sale < SALES; sale++) {
    const body = new URLSearchParams(saleFields({ order_id: `order-${sale}` }))
    const answer = await app.request('/post', { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ result: 'SUCCESS' })
  }
  rig.pass(1_000)
  await work.tick()
  const settled = await rig.owner.query(statement(`select from transaction where state = 'settled'`))
  expect(settled).toHaveLength(SALES)
  expect(sum).toEqual({ all: 3 * SALES, withoutEntries: 3 * SALES })
})

const NUMBERED = 1_000
const AT_ONCE = 8

test('no index takes twice what its rows need, though orders are numbered', async () => {
  let number = 0
  const sell = async () => {
    while (number < NUMBERED) {
      const { body } = await rig.sale({ order_id: `order-${(number += 1)}` })
      expect(body).toMatchObject({ result: 'SUCCESS' })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sell))
  const grown = await indexPages()
  await rig.owner.query(statement('reindex table transaction'))
  const fresh = await indexPages()
  expect(fresh.get('transaction_order')).toBeGreaterThan(4)
  for (const [index, pages] of grown)
    expect([index, pages <= 2 * (fresh.get(index) ?? 0)]).toEqual([index, true])
})

async function indexPages(): Promise<ReadonlyMap<string, number>> {
  const rows = await rig.owner.query<{ name: string; pages: bigint }>(
    statement(
      `select indexrelid::regclass::text as name,
        pg_relation_size(indexrelid) / current_setting('block_size')::int8 as pages
      from pg_index where indrelid = 'transaction'::regclass`,
    ),
  )
  return new Map(rows.map(({ name, pages }) => [name, Number(pages)]))
}
