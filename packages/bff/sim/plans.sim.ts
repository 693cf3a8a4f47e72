import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { updateInParts } from '@cambio/server/testing/postgres/testingCopies.ts'
import { watchReads, type MuchRead } from '@cambio/server/testing/postgres/testingReads.ts'
import { slowest, timeStatements, type Times } from '@cambio/server/testing/postgres/testingTimes.ts'
import { dueLook } from '@cambio/server/work/lookForDue.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dueLoops } from '../src/program/dueLoops.ts'
import { openWorld, type OrderWorld } from '../test/order/orderModel/OrderWorld.ts'
import { mend } from '../test/order/orderModel/settleAndCompare.ts'
import { liveIn, townsOf } from '../test/order/orderModel/town.ts'
import { copyOld, oldTables } from './plans/copyOld.ts'

/*
 * pnpm sim:plans: lives of every form of order on a database with a million old rows in each of its tables. No statement
 * on their way reads more than a few of them, whatever the planner believes; at the end stands how long each took before
 * the rows were there and with them. ROWS asks for fewer of them, and SEED for other lives.
 */

const { ROWS = '1000000', SEED = '1' } = process.env
const many = Number(ROWS)
/** Of one table: what one statement takes at once, and a few pages of what nobody needs any more, are fewer. */
const FEW = 400n
const TIMEOUT_MS = 7_200_000
const SLOWEST = 20

/**
 * What the tests ask by themselves, what sums up the whole books, the operator's lists, and what a reorganisation takes
 * back of sweeps.
 */
const byDesign = /^([0-9a-f]{32}|imbalances|trial_balance|books_differences|cli_\w+|chain_swept_take_back) /

let world: OrderWorld
let mode: 'plain' | 'reads' | 'times' = 'plain'
let lived = 0
const muchRead: MuchRead = new Map()
const before: Times = new Map()
const after: Times = new Map()
let times = before
let tables: readonly string[] = []

const towns = townsOf(Number(SEED), { count: 8, lives: 10 })

beforeAll(async () => {
  world = await openWorld(watched)
  const { owner } = world.rig
  for (const table of oldTables)
    await owner.query(statement(`alter table ${table} set (autovacuum_enabled = off)`))
  await owner.query(statement(`analyze ${oldTables.join(', ')}`))
  await liveOn()
  mode = 'times'
  await liveOn()
  mode = 'plain'
  tables = await copyOld(owner, many)
}, TIMEOUT_MS)
afterAll(() => world.chained.chain.close())

/** What the exchange has as its database, by what is looked at just now. */
function watched(pool: Database): Database {
  const strict = (): Database => watchReads(pool, { tables, few: FEW, muchRead })
  const timed = timeStatements(pool, () => times)
  const current = () => (mode === 'reads' ? strict() : mode === 'times' ? timed : pool)
  return {
    ...pool,
    query: (sql) => current().query(sql),
    transaction: (work) => current().transaction(work),
  }
}

/** Ten lives of thirty steps each. */
async function liveOn(): Promise<void> {
  const town = towns[(lived += 1) % towns.length]
  if (!town) throw new Error('There is no town')
  const name = lived
  await liveIn(world, town, {
    nameOf: (life) => `town-${SEED}-${name}-${life}`,
    ended: () => mend(world),
  })
  const { exchange } = world.rig
  const looked = dueLoops(exchange).map(({ table }) => table)
  await exchange.database.query(dueLook(looked, exchange.clock.now()))
}

async function expectNear(): Promise<void> {
  muchRead.clear()
  mode = 'reads'
  await liveOn().finally(() => (mode = 'plain'))
  const found = [...muchRead].filter(([name]) => !byDesign.test(name))
  expect(Object.fromEntries(found)).toEqual({})
}

const own = (text: string, ...values: unknown[]) => world.rig.owner.query(statement(text, ...values))
/** Table by table: a statement may take ten seconds. */
async function analyze(): Promise<void> {
  for (const table of tables) await own(`analyze ${table}`)
}

test('nobody reads a table that was looked at when it was empty', expectNear, TIMEOUT_MS)

test(
  'nobody reads a table that nobody has looked at',
  async () => {
    await own('delete from pg_statistic where starelid = any ($1::regclass[])', tables)
    await expectNear()
  },
  TIMEOUT_MS,
)

test(
  'nobody reads a table in which nothing waited when it was looked at, and much does now',
  async () => {
    await analyze()
    const { query } = world.rig.owner
    const far = `due_at = now() + interval '10 years'`
    const where = `id like 'old-%0' and due_at is null`
    await updateInParts(query, { table: 'callback', set: `state = 'waiting', ${far}`, where })
    await updateInParts(query, { table: 'orders', set: far, where })
    await expectNear()
  },
  TIMEOUT_MS,
)

test(
  'nobody reads a table of which everything is known',
  async () => {
    await analyze()
    await expectNear()
  },
  TIMEOUT_MS,
)

test(
  'how long statements take',
  async () => {
    times = after
    mode = 'times'
    await liveOn().finally(() => (mode = 'plain'))
    process.stdout.write(`${slowest({ before, after, count: SLOWEST }).join('\n')}\n`)
    expect(after.size).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
