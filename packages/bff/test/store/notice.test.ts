import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

/** When the notice is followed again; null once it was answered. */
async function dueAt(): Promise<Date | null | undefined> {
  const [row] = await rig.query<{ due_at: Date | null }>(statement('select due_at from inbox'))
  return row?.due_at
}

async function attemptOf(orderId: string): Promise<string> {
  const [attempt] = await rig.attempts(orderId)
  return attempt?.platformOrderId ?? ''
}

test('a notice that nobody answers is followed ever later, once an hour at last, and never given up', async () => {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  rig.card.isAway(true)
  await rig.stores.inbox.file({ source: 'card', reference: await attemptOf(order.orderId) })
  const waits: number[] = []
  for (let tries = 0; tries < 10; tries++) {
    await rig.work.tick()
    const due = await dueAt()
    if (!due) throw new Error('The notice was given up')
    const wait = due.getTime() - rig.exchange.clock.now().getTime()
    waits.push(wait / 1_000)
    rig.pass(wait)
  }
  expect(waits).toEqual([3, 10, 30, 60, 300, 900, 3_600, 3_600, 3_600, 3_600])
  rig.card.isAway(false)
  await rig.work.tick()
  expect(await dueAt()).toBeNull()
})

test('a notice of a charge that the platform never heard of is answered by that', async () => {
  const order = await rig.placeOrder()
  await rig.charge(order, 'lost_before')
  const platformOrderId = await attemptOf(order.orderId)
  rig.pass(12 * 60_000)
  await rig.work.tick()
  expect(await rig.attempts(order.orderId)).toMatchObject([{ state: 'declined' }])
  await rig.stores.inbox.file({ source: 'card', reference: platformOrderId })
  await rig.work.tick()
  expect(await dueAt()).toBeNull()
})

test('a notice whose source nobody follows is kept until somebody does', async () => {
  await rig.query(
    statement(
      `insert into inbox (source, reference, due_at) values ('gone', 'a:b', $1)`,
      rig.exchange.clock.now(),
    ),
  )
  await rig.work.tick()
  expect(await dueAt()).toEqual(new Date(rig.exchange.clock.now().getTime() + 3_000))
})
