import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { measureEvents } from '../../src/work/measureEvents.ts'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'
import { exchanges } from '../twin.ts'
import { streamDouble } from './streamDouble.ts'

/*
 * The partners' feeds as a stream outside gets them, from two exchanges that work at the same time. “pnpm sim:nats” has a
 * real NATS server take them.
 */

let outside: ReturnType<typeof streamDouble>
let rig: Rig
beforeEach(async () => {
  exchanges.count = 2
  outside = streamDouble()
  rig = await openRig({ eventStream: outside.stream })
})
afterEach(async () => {
  await rig.close()
  exchanges.count = 1
})

const Feed = z.object({ data: z.array(z.looseObject({ id: z.int(), callback_id: z.string() })) })

/** A partner's feed as its texts. */
async function feedOf(as: typeof shop): Promise<string[]> {
  const path = '/api/v2/partner/events?limit=500'
  const { body } = await rig.partner('GET', path, undefined, { as })
  return Feed.parse(body).data.map((event) => JSON.stringify(event))
}

async function partnerIdOf(name: string): Promise<string> {
  const [row] = await rig.query<{ id: string }>(statement(`select id from partner where name = '${name}'`))
  return row?.id ?? ''
}

async function streamOf(as: typeof shop): Promise<string[]> {
  const partnerId = await partnerIdOf(as.apiKey)
  return outside.kept.filter((event) => event.partnerId === partnerId).map(({ json }) => json)
}

const seqOf = (text: string) => z.object({ id: z.int() }).parse(JSON.parse(text)).id

/** Expects the stream to have all of both feeds, each event as the feed has it and an order's in their order. */
async function expectAllPublished(): Promise<void> {
  // What the last step itself brought is published a second later.
  await pass(2, 2)
  for (const as of [shop, rival]) {
    const feed = await feedOf(as)
    expect(feed.length).toBeGreaterThan(0)
    expect((await streamOf(as)).toSorted((one, other) => seqOf(one) - seqOf(other))).toEqual(feed)
  }
  const orders = Map.groupBy(outside.kept, ({ orderId }) => orderId)
  for (const chain of orders.values()) {
    const ids = chain.map(({ json }) => seqOf(json))
    expect(ids).toEqual(ids.toSorted((one, other) => one - other))
  }
}

const create = (id: string, as = shop) => rig.partner('POST', createPath, createBody(id), { as })

/** Has a buyer pay an order, which is not paid out yet. */
async function buy() {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(String(attempt?.platformOrderId), 'settled')
  return order
}

/** Lets so much time pass in a few steps, with all that is due. */
async function pass(seconds: number, steps = 10): Promise<void> {
  for (let step = 0; step < steps; step++) {
    rig.pass((seconds * 1_000) / steps)
    await rig.work.tick()
  }
}

async function gauge(name: string): Promise<number> {
  const { body } = await rig.exchange.metrics.exposition()
  return Number(new RegExp(`^${name}\\{.*\\} (\\S+)$`, 'm').exec(body)?.[1])
}

test('the stream gets every event of every feed, once, whichever exchange publishes', async () => {
  const order = await buy()
  await Promise.all([create('one'), create('two'), create('of-rival', rival)])
  await pass(60 * 60)
  await expectAllPublished()
  const kinds = outside.kept.filter(({ orderId }) => orderId === order.orderId).map(({ kind }) => kind)
  expect(kinds.at(-1)).toBe('client_order.finished')
  expect(new Set(outside.published.map(({ id }) => id)).size).toBe(outside.published.length)
})

test('while the stream is away orders go on and the lag is counted; then it gets what it missed, in order', async () => {
  measureEvents(rig.exchange)
  await create('of-rival', rival)
  await pass(2, 2)
  outside.failsAt(() => 'away')
  const order = await buy()
  await pass(60 * 60)
  const view = await rig.widget('GET', order.path, undefined, order.session)
  expect(view.at('order.status')).toBe('finished')
  expect(await streamOf(shop)).toEqual([])
  const all = [...(await feedOf(shop)), ...(await feedOf(rival))]
  expect(await gauge('events_unpublished')).toBe(all.length - outside.kept.length)
  expect(await gauge('events_unpublished_seconds')).toBeGreaterThan(30 * 60)
  outside.failsAt(() => undefined)
  await pass(40)
  await expectAllPublished()
  expect([await gauge('events_unpublished'), await gauge('events_unpublished_seconds')]).toEqual([0, 0])
})

test('what the stream took without saying so is published again under its id, and nothing of its order before it', async () => {
  const seen = new Map<string, number>()
  outside.failsAt(({ id }) => {
    const times = (seen.get(id) ?? 0) + 1
    seen.set(id, times)
    return times === 1 ? 'unanswered' : undefined
  })
  await create('one')
  await create('of-rival', rival)
  await pass(60)
  await expectAllPublished()
  expect([...seen.values()].every((times) => times > 1)).toBe(true)
})

test('an event that the stream never takes holds up no other partner', async () => {
  const rivals = await partnerIdOf(rival.apiKey)
  outside.failsAt(({ partnerId }) => (partnerId === rivals ? 'away' : undefined))
  await create('refused', rival)
  await create('taken')
  await pass(10)
  expect(await streamOf(shop)).toEqual(await feedOf(shop))
  expect(await streamOf(rival)).toEqual([])
})

test('a restored cursor publishes again what the stream has, under the same ids', async () => {
  await create('one')
  await create('of-rival', rival)
  await pass(2, 2)
  const had = outside.kept.map(({ id, json }) => [id, json])
  await rig.query(statement('update event_publication set published = 0'))
  await pass(2, 2)
  expect(outside.published.length).toBe(2 * had.length)
  expect(outside.kept.map(({ id, json }) => [id, json])).toEqual(had)
})
