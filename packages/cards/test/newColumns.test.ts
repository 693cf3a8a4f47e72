import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from './rig.ts'

/*
 * An upgrade of the database under processes that run: what they have prepared goes on meaning the same. Every table gets
 * columns of which these processes know nothing, one of them never empty.
 */

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

async function everything(orderId: string): Promise<void> {
  const { body } = await rig.sale({ order_id: orderId })
  expect(body).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
  rig.pass(1_000)
  await rig.settle()
  const details = await rig.followUp('GET_TRANS_DETAILS', body.trans_id)
  expect(details.body).toMatchObject({ status: 'SETTLED' })
  const back = await rig.followUp('CREDITVOID', body.trans_id)
  expect(back.body).toMatchObject({ result: 'ACCEPTED' })
  await rig.settle()
  expect(rig.inbox.at(-1)).toMatchObject({ order_id: orderId, status: 'REFUND' })
  const atOnce = [1, 2, 3].map((number) => rig.sale({ order_id: `${orderId}-${number}` }))
  for (const each of await Promise.all(atOnce)) expect(each.body).toMatchObject({ result: 'SUCCESS' })
}

test('processes go on when every table gets new columns, and write rows that have them', async () => {
  for (const name of ['before-1', 'before-2', 'before-3']) await everything(name)
  await rig.owner.query(
    statement(`do $$ declare t text; begin
      for t in select tablename from pg_tables where schemaname = 'cards' loop
        execute format('alter table %I add column later int4, add column always text not null default ''x''', t);
      end loop; end $$`),
  )
  for (const name of ['after-1', 'after-2', 'after-3']) await everything(name)
})
