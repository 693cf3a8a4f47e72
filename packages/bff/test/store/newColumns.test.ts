import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

/*
 * An upgrade of the database under processes that run: what they have prepared goes on meaning the same. Every table gets
 * columns of which these processes know nothing, one of them never empty.
 */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

async function everything(name: string): Promise<void> {
  const order = await rig.placeOrder()
  const charged = await rig.charge(order, 'held')
  expect(charged.at('order.status')).toBe('auth_success')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(String(attempt?.platformOrderId), 'settled')
  await rig.work.tick()
  rig.pass(30_000)
  await rig.work.tick()
  rig.pass(30_000)
  await rig.work.tick()
  const created = await rig.partner('POST', createPath, createBody(name))
  expect(created.status).toBe(200)
  const atOnce = [1, 2, 3].map((number) => rig.partner('POST', createPath, createBody(`${name}-${number}`)))
  expect((await Promise.all(atOnce)).map(({ status }) => status)).toEqual([200, 200, 200])
  const read = await rig.partner('GET', `/api/v2/partner/order/${name}`)
  expect([read.status, read.at('status')]).toEqual([200, 'processing'])
  expect((await rig.partner('GET', '/api/v2/partner/order/list')).status).toBe(200)
  expect((await rig.partner('POST', '/api/v2/partner/create_request', {})).status).toBe(200)
  const view = await rig.widget('GET', order.path, undefined, order.session)
  expect(view.at('order.status')).toBe('finished')
}

test('processes go on when every table gets new columns, and write rows that have them', async () => {
  // More often than the pool has connections, so that each of them has prepared what it needs.
  for (const name of ['before-1', 'before-2', 'before-3']) await everything(name)
  await rig.owner.query(
    statement(`do $$ declare t text; begin
      for t in select tablename from pg_tables where schemaname = 'exchange' loop
        execute format('alter table %I add column later int4, add column always text not null default ''x''', t);
      end loop; end $$`),
  )
  for (const name of ['after-1', 'after-2', 'after-3']) await everything(name)
})
