import { MOST_AT_ONCE } from '@cambio/exchange/callback/endpointCapacity.ts'
import type { Delivery, DeliveryAnswer } from '@cambio/exchange/callback/PartnerEndpoint.ts'
import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callbackQueue } from '../../src/store/callback/callbacks.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'
import { retryNeeds } from '../../src/work/exchangeNeeds.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'

/*
 * How callbacks leave the running exchange: at once, in the order of their order, and no partner's because of another's.
 */

let rig: Rig
/** What receivers answer; a test sets it. */
let answer: (delivery: Delivery) => Promise<DeliveryAnswer> | DeliveryAnswer
let delivered: Delivery[]
let count = 0

const acknowledged: DeliveryAnswer = { is: 'acknowledged', status: 200 }
const shopUrl = 'http://shop.test/callbacks'
const rivalUrl = 'http://rival.test/callbacks'

beforeEach(async () => {
  delivered = []
  answer = () => acknowledged
  const endpoint = {
    async deliver(delivery: Delivery) {
      const outcome = await answer(delivery)
      delivered.push(delivery)
      return outcome
    },
  }
  rig = await openRig({ endpoint })
  await rig.ensurePartner({ ...rival, callbackUrl: rivalUrl })
})
afterEach(() => rig.close())

/** A new order, which comes to two statuses at once: so it has two callbacks. */
async function create(as: typeof shop = shop): Promise<string> {
  const created = await rig.partner('POST', createPath, createBody(`queue-${(count += 1)}`), { as })
  expect(created.status).toBe(200)
  return String(created.at('client_order_id'))
}

const orderIn = ({ body }: Delivery) => /"client_order_id":"([^"]+)"/.exec(body)?.[1]
const statusIn = ({ body }: Delivery) => /"status":"([^"]+)"/.exec(body)?.[1]
const statusesOf = (orderId: string) =>
  delivered.filter((delivery) => orderIn(delivery) === orderId).map(statusIn)

async function states(): Promise<Record<string, number>> {
  const rows = await rig.query<{ state: string; count: bigint }>(
    statement('select state, count(*) from callback group by state'),
  )
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]))
}

test('a callback that was heard is not sent again when an earlier one of its order is heard beside it', async () => {
  await create()
  const callbacks = await rig.query<{ id: string }>(statement('select id from callback order by seq'))
  const [first = '', second = ''] = callbacks.map(({ id }) => id)
  const at = rig.exchange.clock.now()
  const acknowledge = (query: Rig['query'], key: string) =>
    callbackQueue({ ...storeDepsOf(rig.exchange), query }).settle(
      [{ key, createdAt: at, attempt: 1, outcome: { is: 'acknowledged' }, made: null, isFollowed: false }],
      at,
    )
  await rig.database.transaction(async (query) => {
    await acknowledge(query, second)
    await acknowledge(rig.query, first)
  })
  const rows = await rig.query(statement('select state, due_at from callback'))
  expect(rows).toEqual(rows.map(() => ({ state: 'acknowledged', due_at: null })))
})

test.each([
  ['{all}', ['waiting', 0], ['waiting', 5]],
  ['{client_order.processing}', ['feed_only', null], ['waiting', 0]],
  ['{client_order.payin_pending}', ['waiting', 0], ['feed_only', null]],
])(
  'of the callbacks of a new order that its partner wants (%s), the first is due at once',
  async (events, ...due) => {
    await rig.owner.query(statement('update partner set callback_events = $1', events))
    await create()
    const rows = await rig.query(
      statement(`select state, (extract(epoch from due_at - created_at) / 60)::int4 as minutes
      from callback order by seq`),
    )
    expect(rows).toEqual(due.map(([state, minutes]) => ({ state, minutes })))
  },
)

test('a callback is not sent before it is written down that the one before it was taken', async () => {
  const takenBefore: bigint[] = []
  const taken = `select count(*) from callback where state = 'acknowledged'`
  answer = async () => {
    const [row] = await rig.query<{ count: bigint }>(statement(taken))
    takenBefore.push(row?.count ?? -1n)
    return acknowledged
  }
  await create()
  await rig.work.tick()
  expect(takenBefore).toEqual([0n, 1n])
})

test('two processes that record receipts in two orders do not wait for each other, and both receipts are kept', async () => {
  const [one, other] = [await create(), await create()]
  const idsOf = async (orderId: string) => {
    const text = 'select id from callback where order_id = $1 order by seq'
    return (await rig.query<{ id: string }>(statement(text, orderId))).map(({ id }) => id)
  }
  const [[first = '', second = ''], [third = '', fourth = '']] = [await idsOf(one), await idsOf(other)]
  const settle = (...keys: readonly string[]) =>
    callbackQueue(storeDepsOf(rig.exchange)).settle(
      keys.map((key) => ({
        key,
        createdAt: rig.exchange.clock.now(),
        attempt: 1,
        outcome: { is: 'acknowledged' },
        made: null,
        isFollowed: false,
      })),
      rig.exchange.clock.now(),
    )
  const waiting = statement(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  let both: Promise<unknown> | undefined
  await rig.database.transaction(async (query) => {
    await query(statement('select from callback where id in ($1, $2) for update', first, third))
    both = Promise.all([settle(fourth, first), settle(second, third)])
    both.catch(() => undefined)
    await expect.poll(() => rig.owner.query(waiting)).toHaveLength(2)
  })
  await both
  expect(await states()).toEqual({ acknowledged: 4 })
})

test('a callback that was heard is sent once although its end is written at the second try', async () => {
  await rig.close()
  let failures = 0
  const failing = (pool: Database): Database => ({
    ...pool,
    query: (asked) =>
      asked.name === 'callback_settle' && (failures += 1) === 1
        ? Promise.reject(new Error('deadlock detected'))
        : pool.query(asked),
  })
  rig = await openRig({ endpoint: rig.exchange.endpoint }, {}, undefined, failing)
  const orderId = await create()
  await rig.work.tick()
  rig.pass(60_000)
  await rig.work.tick()
  expect(failures).toBeGreaterThan(1)
  expect(statusesOf(orderId)).toEqual(['payin_pending', 'processing'])
})

test('callbacks of further orders are sent while it is being recorded that the first were taken', async () => {
  await rig.close()
  const recording = Promise.withResolvers<void>()
  const slow = (pool: Database): Database => ({
    ...pool,
    query: (asked) =>
      asked.name === 'callback_settle' ? recording.promise.then(() => pool.query(asked)) : pool.query(asked),
  })
  rig = await openRig({ endpoint: rig.exchange.endpoint }, {}, undefined, slow)
  rig.work.start()
  for (let n = 0; n < 4; n++) await Promise.all(Array.from({ length: 10 }, () => create()))
  await expect.poll(() => delivered.map(statusIn)).toEqual(Array.from({ length: 40 }, () => 'payin_pending'))
  recording.resolve()
  await expect.poll(() => states()).toEqual({ acknowledged: 80 })
  await rig.work.stop()
})

/** As the metric of retries counts them: those that were sent once and failed, not those that are on their way. */
async function waitingRetries(): Promise<number> {
  const need = retryNeeds.find(({ name }) => name === 'callback_retries_waiting')
  const [row] = await rig.query<{ count: bigint }>(statement(need?.text ?? ''))
  return Number(row?.count)
}

/** How long this partner's orders wait for their callbacks, milliseconds: the longest of all are the machine's own pauses. */
async function medianWait(orders: number): Promise<number> {
  const waits: number[] = []
  for (let n = 0; n < orders; n++) {
    const id = await create(rival)
    const answered = performance.now()
    await expect.poll(() => statusesOf(id), { interval: 2 }).toHaveLength(2)
    waits.push(performance.now() - answered)
  }
  return waits.toSorted((one, other) => one - other)[orders >> 1] ?? Infinity
}

describe('callbacks of a running exchange', () => {
  beforeEach(() => rig.work.start())
  afterEach(() => rig.work.stop())

  test('a running exchange delivers what a create says, in order, and remembers that it was heard', async () => {
    const ids = [await create(), await create(rival), await create()]
    await expect.poll(() => states()).toEqual({ acknowledged: 6 })
    for (const id of ids) expect(statusesOf(id)).toEqual(['payin_pending', 'processing'])
  })

  test('a running exchange sends no later callback before an earlier one that failed', async () => {
    answer = () => ({ is: 'failed', why: 'HTTP 500' })
    const id = await create()
    const rows = () =>
      rig.query<{ attempts: number; lease_until: Date | null }>(
        statement('select due_attempts as attempts, lease_until from callback order by seq'),
      )
    await expect.poll(rows).toEqual([
      { attempts: 1, lease_until: null },
      { attempts: 0, lease_until: null },
    ])
    expect(statusesOf(id)).toEqual(['payin_pending'])
    expect(await waitingRetries()).toBe(1)
    answer = () => acknowledged
    rig.pass(7_000)
    await expect.poll(() => statusesOf(id)).toHaveLength(3)
    expect(statusesOf(id)).toEqual(['payin_pending', 'payin_pending', 'processing'])
  })

  test('a running exchange delivers a partner’s callbacks within a second while 400 of another partner hang', async () => {
    const usualMs = await medianWait(10)
    const released = Promise.withResolvers<DeliveryAnswer>()
    let hanging = 0
    let most = 0
    answer = ({ url }) => {
      if (url !== shopUrl) return acknowledged
      hanging += 1
      most = Math.max(most, hanging)
      return released.promise.finally(() => (hanging -= 1))
    }
    for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 10 }, () => create()))
    // A machine on which it takes a third of that while nobody hangs takes longer for everything.
    expect(await medianWait(40)).toBeLessThan(Math.max(1_000, 3 * usualMs))
    expect(most).toBe(MOST_AT_ONCE)
    const retriesOfHanging = await waitingRetries()
    released.resolve(acknowledged)
    await expect.poll(() => states()).toEqual({ acknowledged: 500 })
    expect(retriesOfHanging).toBe(0)
  })
})

describe('an endpoint that times out', () => {
  test('an endpoint that times out is left alone for a while, loses no attempt, and is served again by itself', async () => {
    answer = () => ({ is: 'unanswered', why: 'No answer within 15000 ms' })
    for (let n = 0; n < MOST_AT_ONCE; n++) await create()
    await rig.work.tick()
    const first = delivered.length
    expect(first).toBeLessThanOrEqual(MOST_AT_ONCE)
    await create()
    await rig.work.tick()
    expect(delivered).toHaveLength(first)

    rig.pass(5_000)
    await rig.work.tick()
    expect(delivered).toHaveLength(first + 1)

    answer = () => acknowledged
    rig.pass(10_000)
    await rig.work.tick()
    rig.pass(10 * 60_000)
    await rig.work.tick()
    expect(await states()).toEqual({ acknowledged: 2 * (MOST_AT_ONCE + 1) })
  })

  test('an endpoint that times out takes nothing from another partner’s meanwhile', async () => {
    answer = ({ url }) =>
      url === shopUrl ? { is: 'unanswered', why: 'No answer within 15000 ms' } : acknowledged
    for (let n = 0; n < 5; n++) await create()
    await rig.work.tick()
    const id = await create(rival)
    await rig.work.tick()
    expect(statusesOf(id)).toEqual(['payin_pending', 'processing'])
  })
})
