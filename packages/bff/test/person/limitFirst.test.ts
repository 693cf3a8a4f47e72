import { afterEach, beforeEach, expect, test } from 'vitest'
import { openRig, type Rig } from '../rig.ts'

/* What a buyer needs for an order over the limit is asked before a card is typed. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const openForm = (order: { path: string; session: string }, body: object) =>
  rig.widget('POST', `${order.path}/fields`, body, order.session)

test('an order over the limit becomes pending in place of a card form, and goes on once the limit is raised', async () => {
  const order = await rig.placeOrder({ amount: '400.00' })
  const refused = await openForm(order, { limit_first: 1 })
  expect([refused.status, refused.at('code')]).toEqual([409, 'order_state'])
  const view = await rig.widget('GET', order.path, undefined, order.session)
  expect([view.at('order.status'), view.at('order.substatus'), view.at('order.attempt')]).toEqual([
    'pending',
    'identity_pending',
    null,
  ])
  await rig.work.tick()
  expect(rig.deliveries.at(-1)?.body).toContain('"substatus":"identity_pending"')

  const page = new URL(String(view.at('order.verification_url'))).pathname
  await rig.send('POST', page, { body: 'decision=approve' })
  expect((await openForm(order, { limit_first: 1 })).status).toBe(200)
  expect((await rig.charge(order, 'held')).at('order.status')).not.toBe('pending')
})

test('an order within the limit has its card form, and so has an order whose partner does not ask first', async () => {
  const small = await rig.placeOrder({ amount: '50.00' })
  expect((await openForm(small, { limit_first: 1 })).status).toBe(200)
  const large = await rig.placeOrder({ amount: '400.00' })
  expect((await openForm(large, {})).status).toBe(200)
})
