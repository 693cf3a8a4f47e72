import { step } from '@cambio/exchange/order/life/step.ts'
import type { Fact, Order } from '@cambio/exchange/order/Order.ts'
import { examplesOf } from '@cambio/exchange/testing/examplesOf.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientKey, openRig, type Rig } from '../rig.ts'

/*
 * News of one charge comes by four ways, in any order, twice or not at all: the buyer's return, the platform's notice,
 * the order's own timer and the widget's poll. Whatever the order, there is one end.
 */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

type Way = 'return' | 'notice' | 'timer' | 'poll'
const ways: readonly Way[] = ['return', 'notice', 'timer', 'poll']

async function challengedOrder() {
  const order = await rig.placeOrder()
  await rig.charge(order, 'challenged')
  const [row] = await rig.query<{ id: string }>(
    statement('select platform_order_id as id from attempt where order_id = $1', order.orderId),
  )
  return { ...order, platformOrderId: row?.id ?? '' }
}

async function comes(way: Way, order: Awaited<ReturnType<typeof challengedOrder>>): Promise<unknown> {
  switch (way) {
    case 'return':
      await rig.send('POST', `/paystatus/${clientKey}/${order.platformOrderId}/`)
      return rig.work.tick()
    case 'notice':
      await rig.stores.inbox.file({ source: 'card', reference: order.platformOrderId })
      return rig.work.tick()
    case 'timer':
      rig.pass(30_000)
      return rig.work.tick()
    case 'poll':
      return rig.widget('GET', order.path, undefined, order.session)
  }
}

async function endOf(order: Awaited<ReturnType<typeof challengedOrder>>) {
  const view = await rig.widget('GET', order.path, undefined, order.session)
  const Log = z.array(z.object({ status: z.string() }))
  const payouts = await rig.query(
    statement('select 1 from sandbox_transfer where payout_id = $1', `${order.orderId}-payout`),
  )
  const journals = await rig.query<{ kind: string }>(
    statement('select kind from journal where reference = $1 order by id', order.orderId),
  )
  return {
    life: Log.parse(view.at('order.status_log')).map(({ status }) => status),
    payouts: payouts.length,
    journals: journals.map(({ kind }) => kind),
  }
}

describe('the facts about a charge, in any sequence', () => {
  for (const outcome of ['settled', 'declined', 'capture_refused'] as const)
    test(`a charge that is ${outcome} gives its order one end, however its facts arrive`, async () => {
      const sequences = fc.tuple(
        fc.array(fc.constantFrom(...ways), { maxLength: 3 }),
        fc.array(fc.constantFrom(...ways), { maxLength: 6 }),
        fc.boolean(),
      )
      const ends = new Set<string>()
      await fc.assert(
        fc.asyncProperty(sequences, async ([before, after, together]) => {
          const order = await challengedOrder()
          for (const way of before) await comes(way, order)
          rig.card.becomes(order.platformOrderId, outcome)
          if (together) await Promise.all(after.map((way) => comes(way, order)))
          else for (const way of after) await comes(way, order)
          await settleSome()
          ends.add(JSON.stringify(await endOf(order)))
        }),
        examplesOf(40),
      )
      expect([...ends]).toHaveLength(1)
      const [end = ''] = ends
      expect(JSON.parse(end)).toMatchObject({ payouts: outcome === 'settled' ? 1 : 0 })
    })
})

async function settleSome(): Promise<void> {
  for (let minute = 0; minute < 12; minute++) {
    await rig.work.tick()
    rig.pass(60_000)
  }
}

const Money = z.pipe(
  z.object({ units: z.string(), currency: z.string() }),
  z.transform(({ units, currency }) => ({ units: BigInt(units), currency })),
)

test('an order is the fold of its history', async () => {
  const order = await rig.placeOrder()
  const first = await rig.stores.orders.find(order.orderId)
  await rig.charge(order, 'declined')
  await rig.charge(order, 'challenged')
  const [row] = await rig.query<{ id: string }>(
    statement(
      'select platform_order_id as id from attempt where order_id = $1 and number = 2',
      order.orderId,
    ),
  )
  rig.card.becomes(row?.id ?? '', 'settled')
  await settleSome()
  const events = await rig.query<{ detail: Record<string, unknown> | null; at: Date }>(
    statement('select detail, at from order_event where order_id = $1 order by seq', order.orderId),
  )
  const folded = events
    .filter(({ detail }) => detail !== null)
    .reduce<Order | undefined>(
      (so, { detail, at }) => so && (step(so, factOf(detail ?? {}), at)?.next ?? so),
      first,
    )
  expect(folded).toEqual(await rig.stores.orders.find(order.orderId))
  expect(folded?.status).toBe('finished')
})

/** A fact as it was before it became JSON. */
function factOf(detail: Record<string, unknown>): Fact {
  const revived = JSON.parse(JSON.stringify(detail), (name, value: unknown) => {
    if (name === 'openedAt') return new Date(String(value))
    return name === 'amount' ? Money.parse(value) : value
  }) as Fact
  return revived
}
