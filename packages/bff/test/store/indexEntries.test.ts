import { afresh, statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, type Rig } from '../rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig({}, {}, afresh)
})
afterAll(() => rig.close())

/** An order enters them when it is placed, and again each time it changes. */
test('an order that a partner’s server places stands in no index but those that find it', async () => {
  await rig.partner('POST', createPath, createBody('of-a-server'))
  await rig.owner.query(statement('analyze orders'))
  const entered = `select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid
    where x.indrelid = 'orders'::regclass and i.reltuples > 0 order by 1`
  expect((await rig.owner.query<{ name: string }>(statement(entered))).map(({ name }) => name)).toEqual([
    'orders_by_status',
    'orders_by_update',
    'orders_due_at',
    'orders_list',
    'orders_partner_id_partner_order_id_key',
    'orders_pkey',
  ])
})

/** PostgreSQL parses each check of a table anew in each statement that writes one of its rows. */
test('an order’s row has no check, and one whose amounts or fees cannot be is refused all the same', async () => {
  const checks = `select conname as name from pg_constraint where conrelid = 'orders'::regclass and contype = 'c'`
  expect(await rig.owner.query(statement(checks))).toEqual([])
  const refused = { code: '23514', constraint: 'orders_amounts' }
  for (const wrong of ['payin_units = 0', 'payout_units = -1', 'rate = 0', 'payin_fee_units = -1'])
    await expect(rig.query(statement(`update orders set ${wrong}`))).rejects.toMatchObject(refused)
  for (const wrong of ['margin_fee_units = -1', 'payout_fee_units = -1'])
    await expect(rig.owner.query(statement(`update orders set ${wrong}`))).rejects.toMatchObject(refused)
  const copy = `insert into orders select (jsonb_populate_record(o, '{"id": "COPY", "partner_order_id": "copy", "rate": 0}')).*
    from orders o`
  await expect(rig.owner.query(statement(copy))).rejects.toMatchObject(refused)
  expect(await rig.owner.query(statement('update orders set margin_fee_units = 0'))).toEqual([])
})

/** A function with settings of its own has them set, and set back, at each of its calls. */
test('what refuses an order’s amounts is called without settings of its own', async () => {
  const settings = `select proconfig as settings from pg_proc where proname = 'check_order_amounts'`
  expect(await rig.owner.query(statement(settings))).toEqual([{ settings: null }])
})
