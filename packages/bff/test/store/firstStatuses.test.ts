import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createBody, createPath } from '../order/createOrder.ts'
import { openRig, shop, type Rig } from '../rig.ts'

/* Partners whose programs know no statuses but those that there were first. */

let rig: Rig
beforeEach(async () => {
  rig = await openRig()
})
afterEach(() => rig.close())

const plainStatuses = new Set([
  'payin_pending',
  'processing',
  'pending',
  'finished',
  'canceled',
  'error',
  'expired',
  'refunded',
])

/** Buys in the widget until the coins are paid out. */
async function buy() {
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  const [attempt] = await rig.attempts(order.orderId)
  rig.card.becomes(attempt?.platformOrderId ?? '', 'settled')
  await rig.settle()
  return order
}

const CallbackBody = z.union([
  z.object({ status: z.string() }),
  z.pipe(
    z.object({ client_order: z.looseObject({ status: z.string(), status_log: z.array(z.looseObject({})) }) }),
    z.transform(({ client_order: order }) => order),
  ),
])
const deliveredOrders = () => rig.deliveries.map(({ body }) => CallbackBody.parse(JSON.parse(body)))

test.for([1, 2] as const)(
  'a partner that knows only the first statuses hears of a purchase in them, and nothing twice (version %i)',
  async (callbackVersion) => {
    await rig.ensurePartner({ ...shop, statuses: 'plain', callbackVersion })
    const order = await buy()
    const view = await rig.widget('GET', order.path, undefined, order.session)
    expect(view.at('order.status')).toBe('finished')
    expect(deliveredOrders().map(({ status }) => status)).toEqual(['payin_pending', 'processing', 'finished'])
  },
)

test('a partner that knows only the first statuses reads of its orders what it is told of them', async () => {
  await rig.ensurePartner({ ...shop, statuses: 'plain' })
  const order = await rig.placeOrder()
  await rig.charge(order, 'held')
  await rig.work.tick()
  const [row] = await rig.query<{ status: string; partner_order_id: string }>({
    name: 'test_order',
    text: 'select status, partner_order_id from orders where id = $1',
    values: [order.orderId],
  })
  const id = row?.partner_order_id ?? ''
  expect(row?.status).toBe('auth_success')
  const read = await rig.partner('GET', `/api/v2/partner/order/${id}`)
  expect(read.at('status')).toBe('processing')
  const Log = z.array(z.looseObject({ status: z.string() }))
  expect(Log.parse(read.at('status_log')).map(({ status }) => status)).toEqual([
    'payin_pending',
    'processing',
  ])
  const first = await rig.partner('POST', '/api/v1/partner/order', { partner_order_id: id })
  expect(first.at('status')).toBe('processing')
})

test('a partner that knows only the first statuses hears of orders that wait or fail as everybody does', async () => {
  await rig.ensurePartner({ ...shop, statuses: 'plain' })
  const order = await rig.placeOrder({ amount: '400.00' })
  await rig.charge(order, 'held')
  await rig.partner('POST', createPath, createBody('never-paid'))
  await rig.settle()
  const statuses = deliveredOrders().map(({ status }) => status)
  expect(statuses).toEqual(expect.arrayContaining(['pending', 'expired']))
  expect(statuses.filter((status) => !plainStatuses.has(status))).toEqual([])
})

test('an order keeps to its end the statuses that its partner knew when it was placed', async () => {
  await rig.ensurePartner({ ...shop, statuses: 'plain' })
  const order = await rig.placeOrder()
  await rig.ensurePartner({ ...shop, statuses: 'all' })
  await rig.charge(order, 'held')
  await rig.work.tick()
  expect(deliveredOrders().map(({ status }) => status)).toEqual(['payin_pending', 'processing'])
})
