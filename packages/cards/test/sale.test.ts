import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRig, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

test('a SALE is held, captured by itself after the delay, and told', async () => {
  const sale = await rig.sale({ order_id: 'first' })
  expect(sale).toMatchObject({
    status: 200,
    body: {
      action: 'SALE',
      result: 'SUCCESS',
      status: 'PENDING',
      order_id: 'first',
      amount: '100.00',
      currency: 'EUR',
    },
  })
  rig.pass(1000)
  await rig.settle()
  expect(await rig.followUp('GET_TRANS_STATUS', sale.body.trans_id)).toMatchObject({
    body: { status: 'SETTLED' },
  })
  expect(rig.inbox).toMatchObject([
    { action: 'CAPTURE', result: 'SUCCESS', status: 'SETTLED', amount: '100.00' },
  ])
})
