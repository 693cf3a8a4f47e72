import { randomBytes } from 'node:crypto'
import type { Order } from '@cambio/exchange/order/Order.ts'
import { examplesOf } from '@cambio/exchange/testing/examplesOf.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { afresh, statement } from '@cambio/server/testing/postgres/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListPlace } from '../../src/store/order/orderLists.ts'
import { orderListStore } from '../../src/store/order/orderLists.ts'
import { orderStore } from '../../src/store/order/orders.ts'
import { storeDepsOf, within } from '../../src/store/StoreDeps.ts'
import { openRig, type Rig } from '../rig.ts'
import { manyOrders } from '../store/manyOrders.ts'

let rig: Rig
let template: Order
beforeAll(async () => {
  rig = await openRig({}, {}, afresh)
  const { orderId } = await rig.placeOrder()
  const order = await rig.stores.orders.find(orderId)
  if (!order) throw new Error('The order that was just placed is not there')
  template = order
})
afterAll(() => rig.close())

let partners = 0

/** A partner of its own for a test, without orders. */
async function newPartner(): Promise<string> {
  const apiKey = `PARTNER${partners++}`
  await rig.ensurePartner({ apiKey, secret: apiKey, callbackSecret: apiKey })
  const [row] = await rig.query<{ id: string }>(
    statement('select id from partner where api_key = $1', apiKey),
  )
  return row?.id ?? ''
}

let copies = 0

async function place(
  partnerId: string,
  query: Query = rig.query,
  createdAt = template.createdAt,
): Promise<void> {
  const id = `copy-${copies++}`
  const outcome = await orderStore(within(storeDepsOf(rig.exchange), query)).place({
    order: { ...template, id, partnerId, partnerOrderId: id, requestId: null, clientId: null, createdAt },
    callbacks: [],
    journals: [],
    due: null,
    secretHash: randomBytes(32),
    mostUnpaid: null,
    code: null,
  })
  expect(outcome).toBe('placed')
}

const add = (partnerId: string, count: number, createdAt: string) =>
  manyOrders(rig, { template: template.id, partnerId, name: `many-${copies++}`, count, createdAt })

const countSome = (most: number) => rig.query(statement('select count_orders($1)', most))

/** What the list says, found the plain way. */
async function plainly(
  partnerId: string,
  sinceMicros: bigint | null,
  query: Query = rig.query,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    statement(
      `select id from orders
      where partner_id = $1 and (extract(epoch from created_at) * 1000000)::int8 >= coalesce($2::int8, 0)
      order by created_at desc, id desc`,
      partnerId,
      sinceMicros,
    ),
  )
  return rows.map(({ id }) => id)
}

/** The ids of a list, page after page, and every total on the way. */
async function pages(partnerId: string, sinceMicros: bigint | null, limit: number) {
  const ids: string[] = []
  const totals = new Set<bigint>()
  for (;;) {
    const page = { partnerId, sinceMicros, limit, skipped: BigInt(ids.length) }
    const { orders, total } = await rig.stores.orderLists.skipping(page)
    totals.add(total)
    if (orders.length === 0) return { ids, totals: [...totals] }
    ids.push(...orders.map(({ id }) => id))
  }
}

/** The ids of a list by its cursor. */
async function walk(
  partnerId: string,
  sinceMicros: bigint | null,
  limit: number,
  between: () => Promise<void> = async () => {},
) {
  const ids: string[] = []
  let place: ListPlace = { createdMicros: 9_000_000_000_000_000n, id: '' }
  for (;;) {
    const { orders } = await rig.stores.orderLists.after({ partnerId, sinceMicros, limit, place })
    const last = orders.at(-1)
    if (!last) return ids
    ids.push(...orders.map(({ id }) => id))
    place = last
    await between()
  }
}

const seconds = 1_772_000_000
const micros = (second: number) => BigInt(seconds + second) * 1_000_000n

describe('a stored list of orders', () => {
  const adding = fc.record({
    count: fc.integer({ min: 1, max: 900 }),
    // Of few moments some are shared by hundreds of orders, and most come after newer ones.
    moments: fc.constantFrom(1, 3, 50),
    from: fc.integer({ min: 0, max: 60 }),
  })
  const counting = fc.record({ most: fc.constantFrom(1, 100, 700, 5_000) })
  /** Enough for some milestones, so that much of what comes then is older than one. */
  const beginning = [{ count: 1_500, moments: 50, from: 10 }, { most: 5_000 }]
  const steps = fc.array(fc.oneof(adding, counting), { minLength: 1, maxLength: 6 })

  test('a list has equal orders by pages, by its cursor and plainly, whatever was counted and in whichever order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: -1, max: 70 }), async (steps, since) => {
        const partnerId = await newPartner()
        for (const step of [...beginning, ...steps]) {
          if ('most' in step) await countSome(step.most)
          else
            await add(
              partnerId,
              step.count,
              `to_timestamp(${seconds} + ${step.from} + (n * 7) % ${step.moments})`,
            )
        }
        const sinceMicros = since < 0 ? null : micros(since)
        const expected = await plainly(partnerId, sinceMicros)
        const paged = await pages(partnerId, sinceMicros, 230)
        expect(paged.ids).toEqual(expected)
        expect(paged.totals).toEqual([BigInt(expected.length)])
        expect(await walk(partnerId, sinceMicros, 230)).toEqual(expected)
      }),
      examplesOf(40),
    )
  })

  test('a list includes an order of exactly its first moment, to the microsecond', async () => {
    const partnerId = await newPartner()
    await add(partnerId, 3, `to_timestamp(${seconds}) + n * interval '1 microsecond'`)
    for (const [after, total] of [
      [1n, 3n],
      [2n, 2n],
      [3n, 1n],
      [4n, 0n],
    ] as const) {
      const page = { partnerId, sinceMicros: micros(0) + after, limit: 5, skipped: 0n }
      expect((await rig.stores.orderLists.skipping(page)).total).toBe(total)
    }
  })

  test('a list has an exact total at every moment, while orders are placed and counted', async () => {
    const partnerId = await newPartner()
    await add(partnerId, 2_000, `to_timestamp(${seconds}) + n * interval '1 second'`)
    const looked = new AbortController()
    const placers = Array.from({ length: 4 }, async (_, placer) => {
      for (let n = 0; !looked.signal.aborted; n++)
        await place(partnerId, rig.query, new Date((seconds + n * 37 + placer) * 1_000))
    })
    const counter = async () => {
      while (!looked.signal.aborted) await countSome(300)
    }
    const busy = [...placers, counter()]
    const sinceMicros = micros(500)
    for (let look = 0; look < 15; look++) {
      await rig.exchange.locking.transaction(async (query) => {
        await query(statement('set transaction isolation level repeatable read'))
        const lists = orderListStore({ query, reads: query })
        for (const since of [null, sinceMicros]) {
          const { total } = await lists.skipping({ partnerId, sinceMicros: since, limit: 1, skipped: 900n })
          expect(Number(total)).toBe((await plainly(partnerId, since, query)).length)
        }
      })
    }
    looked.abort()
    await Promise.all(busy)
    expect((await pages(partnerId, null, 500)).ids).toEqual(await plainly(partnerId, null))
  })

  test('a list gives by its cursor every order that existed at its start, while others arrive', async () => {
    const partnerId = await newPartner()
    await add(partnerId, 700, `to_timestamp(${seconds} + n % 90)`)
    const there = await plainly(partnerId, null)
    let at = 0
    const walked = await walk(partnerId, null, 30, async () => {
      at += 17
      await add(partnerId, 60, `to_timestamp(${seconds} + ${at} % 90)`)
      if (at % 2 === 0) await countSome(500)
    })
    expect(new Set(walked).size).toBe(walked.length)
    const ids = new Set(walked)
    expect(there.filter((id) => !ids.has(id))).toEqual([])
  })
})

test('a partner’s orders are placed without waiting for one that is not committed, nor for the count', async () => {
  const partnerId = await newPartner()
  const { locking, keyed } = rig.exchange
  await locking.transaction(async (first) => {
    await place(partnerId, first)
    await keyed.transaction(async (second) => {
      await place(partnerId, second)
      await countSome(1_000)
      await place(partnerId, first)
      expect((await pages(partnerId, null, 10)).totals).toEqual([0n])
    })
    expect((await pages(partnerId, null, 10)).totals).toEqual([1n])
    await locking.transaction(async (counting) => {
      await counting(statement('select count_orders(1000)'))
      await place(partnerId)
      await place(partnerId, first)
      expect((await pages(partnerId, null, 10)).totals).toEqual([2n])
    })
  })
  expect((await pages(partnerId, null, 10)).totals).toEqual([5n])
})

describe('the query of a page of orders', () => {
  const tables = ['orders', 'order_uncounted', 'order_milestone']
  const COUNT = 6_000
  /** Two stretches between milestones, at most, and a page. */
  const FEW = 2_000n
  const readings = {
    'the first page': { skipped: 0n },
    'page 100': { skipped: 99n * 50n },
    'the last page': { skipped: BigInt(COUNT) - 20n },
    'a page since a moment': { skipped: 50n, sinceMicros: micros(COUNT / 2) },
    'a page after a place': { place: { createdMicros: micros(COUNT / 4), id: '' } },
  }

  /** What this connection has read of each table so far: as a whole, and in rows. */
  async function scansOf(query: Query) {
    const scans = await query<{ table: string; whole: bigint; rows: bigint }>(
      statement(
        `select relname as table, seq_scan as whole, seq_tup_read + coalesce(idx_tup_fetch, 0) as rows
        from pg_stat_xact_user_tables where relname = any ($1)`,
        tables,
      ),
    )
    return new Map(scans.map(({ table, whole, rows }) => [table, { whole, rows }]))
  }

  /** Reads a page with a generic plan, as a connection that has read it often does, and counts what it read of each table. */
  async function readBy(partnerId: string, reading: (typeof readings)[keyof typeof readings]) {
    const page = { partnerId, sinceMicros: null, limit: 51, ...reading }
    return rig.exchange.locking.transaction(async (query) => {
      await query(statement('set local plan_cache_mode = force_generic_plan'))
      const lists = orderListStore({ query, reads: query })
      const before = await scansOf(query)
      const part = await ('place' in page ? lists.after(page) : lists.skipping(page))
      const after = await scansOf(query)
      const read = tables.map((table) => {
        const [start, end] = [before.get(table), after.get(table)]
        const rows = (end?.rows ?? 0n) - (start?.rows ?? 0n)
        return { table, whole: (end?.whole ?? 0n) - (start?.whole ?? 0n), rows: rows < FEW ? 'few' : rows }
      })
      return { ...part, read }
    })
  }

  async function expectNear(partnerId: string) {
    for (const [what, reading] of Object.entries(readings)) {
      const { orders, total, read } = await readBy(partnerId, reading)
      expect([what, orders.length > 0]).toEqual([what, true])
      expect(total).toBe('sinceMicros' in reading ? BigInt(COUNT / 2) + 1n : BigInt(COUNT))
      const near = tables.map((table) => ({ table, whole: 0n, rows: 'few' }))
      expect([what, read]).toEqual([what, near])
    }
  }

  test('a page is read by indexes, whether tables have no statistics, statistics of empty tables, or right ones', async () => {
    const tablesListed = tables.join(', ')
    await rig.owner.query(statement(`analyze ${tablesListed}`))
    const [partnerId, other] = [await newPartner(), await newPartner()]
    await add(partnerId, COUNT, `to_timestamp(${seconds} + n)`)
    await add(other, 2_000, `to_timestamp(${seconds} + n)`)
    await rig.stores.orderLists.count()
    await expectNear(partnerId)
    await rig.owner.query(
      statement(`delete from pg_statistic where starelid = any ('{${tables.join(', ')}}'::regclass[])`),
    )
    await rig.owner.query(
      statement(
        `update pg_class set reltuples = -1, relpages = 0 where oid = any ('{${tables.join(', ')}}'::regclass[])`,
      ),
    )
    await expectNear(partnerId)
    await rig.owner.query(statement(`analyze ${tablesListed}`))
    await expectNear(partnerId)
  })
})
