import type { Attempt, Order, Payout } from '@cambio/exchange/order/Order.ts'
import type { Change } from '@cambio/exchange/order/OrderStore.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRig, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

async function placedOrder(): Promise<Order> {
  const { orderId } = await rig.placed()
  const order = await rig.stores.orders.find(orderId)
  if (!order) throw new Error('The order that was just placed is not there')
  return order
}

/** A change that takes an order to what is given, by one event. */
function changeTo(order: Order, changed: Partial<Order>): Change {
  const seq = order.seq + 1
  const at = new Date('2026-03-01T10:00:00.456Z')
  const { status, substatus } = { ...order, ...changed }
  const event = { seq, fact: 'started', status, substatus, at } as const
  return {
    seen: order.seq,
    order: { ...order, ...changed, seq, events: [...order.events, event] },
    fact: { is: 'started' },
    journals: [],
    callbacks: [],
    due: null,
  }
}

const base = {
  number: 1,
  platformOrderId: '',
  sessionId: '',
  card: { mask: '411111******1111', brand: null, issuerCountry: null },
  payerIp: '2001:db8::1',
  returnTo: 'top',
  openedAt: new Date('2026-03-01T09:59:59.001Z'),
} as const
const transId = 'trans'
const huge = { units: 12_345_678_901_234_567_890_123_456n, currency: 'ETH' }
const bank = { url: 'https://bank.test/?a=1', method: 'GET', params: '[]' } as const

const attempts: readonly Attempt[] = [
  { ...base, state: 'open' },
  { ...base, state: 'challenged', transId, challenge: bank },
  { ...base, state: 'challenged', transId, challenge: { ...bank, params: null } },
  { ...base, state: 'challenged', transId, challenge: null },
  { ...base, state: 'declined', transId: null, reason: 'Do not honor' },
  { ...base, state: 'held', transId },
  { ...base, state: 'settled', transId },
  { ...base, state: 'returning', transId, settled: false, accepted: true, amount: huge },
  { ...base, state: 'returned', transId, settled: true },
  { ...base, state: 'closed', transId, settled: false },
  { ...base, state: 'owed', transId, settled: true, amount: huge },
  { ...base, state: 'charged_back', transId, amount: huge },
]
const payouts: readonly Payout[] = [
  { id: 'p', state: 'due' },
  { id: 'p', state: 'sending' },
  { id: 'p', state: 'sent', txid: 'ab' },
  { id: 'p', state: 'done', txid: 'ab' },
  { id: 'p', state: 'refused', reason: 'no such account' },
]

describe('an order is read as it was written', () => {
  for (const attempt of attempts)
    test(`with an attempt that is ${attempt.state}`, async () => {
      const order = await placedOrder()
      const ids = { platformOrderId: `${order.id}-1`, sessionId: `session of ${order.id}` }
      const change = changeTo(order, { attempts: [{ ...attempt, ...ids }], status: 'processing' })
      expect(await rig.stores.orders.save(change)).toBe(true)
      expect(await rig.stores.orders.find(order.id)).toEqual(change.order)
      expect(await rig.stores.orders.findByPlatformOrderId(ids.platformOrderId)).toEqual(change.order)
    })

  for (const payout of payouts)
    test(`with a payout that is ${payout.state}`, async () => {
      const order = await placedOrder()
      const change = changeTo(order, { payout: { ...payout, id: `${order.id}-payout` } })
      await rig.stores.orders.save(change)
      expect(await rig.stores.orders.find(order.id)).toEqual(change.order)
    })

  test('with a limit, another price, an error and the operator’s reason to hold it', async () => {
    const order = await placedOrder()
    const change = changeTo(order, {
      quote: { ...order.quote, payout: { ...order.quote.payout, units: huge.units } },
      limit: { level: 'basic', leftEurCents: 12n, verificationUrl: 'http://exchange.test/verification/x' },
      errorMessage: 'Insufficient funds',
      holdReason: 'owed',
      status: 'pending',
      substatus: 'identity_pending',
      expiresAt: null,
    })
    await rig.stores.orders.save(change)
    expect(await rig.stores.orders.find(order.id)).toEqual(change.order)
  })
})

test('of writers who saw the same event one writes, and the others leave nothing', async () => {
  const order = await placedOrder()
  const writers = Array.from({ length: 20 }, (_, index) => {
    const change = changeTo(order, { errorMessage: `writer ${index}` })
    const callback = {
      id: `${order.id}-${index}`,
      orderId: order.id,
      partnerId: order.partnerId,
      seq: 2,
      body: '{}',
    }
    return { ...change, callbacks: [callback] }
  })
  const outcomes = await Promise.all(writers.map((change) => rig.stores.orders.save(change)))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  const read = await rig.stores.orders.find(order.id)
  expect(read).toEqual(writers[outcomes.indexOf(true)]?.order)
})

test('two live attempts of one order cannot be written', async () => {
  const order = await placedOrder()
  const two = [1, 2].map((number) => ({
    ...base,
    number,
    state: 'held' as const,
    transId,
    platformOrderId: `${order.id}-${number}`,
    sessionId: `${order.id}-${number}`,
  }))
  await expect(rig.stores.orders.save(changeTo(order, { attempts: two }))).rejects.toThrow(/attempt_live/)
  expect(await rig.stores.orders.find(order.id)).toEqual(order)
})
