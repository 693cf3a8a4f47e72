import type { Posting } from '@cambio/exchange/books/Journal.ts'
import type { Order, Payout } from '@cambio/exchange/order/Order.ts'
import type { OrderWrite, Placement } from '@cambio/exchange/order/OrderStore.ts'
import type { Attempt } from '@cambio/exchange/payin/card/machine/CardPayin.ts'
import type { Query } from '@cambio/server/postgres/Database.ts'
import { balanceOf } from '@cambio/server/postgres/Ledger.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderStore } from '../../src/store/order/orders.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'
import { openRig, type Rig } from '../rig.ts'
import { createBody, createPath } from './createOrder.ts'

let rig: Rig
beforeAll(async () => {
  rig = await openRig()
})
afterAll(() => rig.close())

async function placedOrder(): Promise<Order> {
  const { orderId } = await rig.placeOrder()
  const order = await rig.stores.orders.find(orderId)
  if (!order) throw new Error('The order that was just placed is not there')
  return order
}

/** A change that takes an order to what is given, by one event. */
function changeTo(order: Order, changed: Partial<Order>): OrderWrite {
  const seq = order.seq + 1
  const at = new Date('2026-03-01T10:00:00.456Z')
  const { status, substatus } = { ...order, ...changed }
  const event = { seq, fact: 'started', status, substatus, at } as const
  return {
    seqBefore: order.seq,
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
  card: { mask: '411111******1111', brand: null, issuerCountry: null, wallet: 'apple_pay' },
  cardKey: 'c4rd',
  reasonHidden: true,
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
  { ...base, state: 'turned_away' },
  { ...base, state: 'held', transId },
  { ...base, state: 'settled', transId },
  { ...base, state: 'returning', transId, settled: false, accepted: true, amount: huge },
  { ...base, state: 'returned', transId, settled: true, amount: huge },
  { ...base, state: 'closed', transId, settled: false, amount: huge },
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

describe('a stored order', () => {
  for (const attempt of attempts)
    test(`an order is read as it was written with an attempt that is ${attempt.state}`, async () => {
      const order = await placedOrder()
      const ids = { platformOrderId: `${order.id}-1`, sessionId: `session of ${order.id}` }
      const change = changeTo(order, {
        payin: { is: 'card', attempts: [{ ...attempt, ...ids }] },
        status: 'processing',
      })
      expect(await rig.stores.orders.save(change)).toBe(true)
      expect(await rig.stores.orders.find(order.id)).toEqual(change.order)
      expect(await rig.stores.orders.findByPlatformOrderId(ids.platformOrderId)).toEqual(change.order)
    })

  for (const payout of payouts)
    test(`an order is read as it was written with a pay-out that is ${payout.state}`, async () => {
      const order = await placedOrder()
      const change = changeTo(order, { payout: { ...payout, id: `${order.id}-payout` } })
      await rig.stores.orders.save(change)
      expect(await rig.stores.orders.find(order.id)).toEqual(change.order)
    })

  test('an order is read as it was written with a limit, another price, an error and reasons to stop it', async () => {
    const order = await placedOrder()
    const change = changeTo(order, {
      quote: { ...order.quote, payout: { ...order.quote.payout, units: huge.units } },
      limit: { level: 'basic', leftEurCents: 12n, verificationUrl: 'http://exchange.test/verification/x' },
      errorMessage: 'Insufficient funds',
      stops: ['contradiction', 'payout_failed'],
      status: 'pending',
      substatus: 'identity_pending',
      expiresAt: null,
    })
    await rig.stores.orders.save(change)
    expect(await rig.stores.orders.find(order.id)).toEqual(change.order)
  })
})

test('only one of the writers who saw the latest event of an order writes, and the others leave nothing', async () => {
  const order = await placedOrder()
  const writers = Array.from({ length: 20 }, (_, index) => {
    const change = changeTo(order, { errorMessage: `writer ${index}` })
    const callback = {
      id: `${order.id}-${index}`,
      orderId: order.id,
      partnerId: order.partnerId,
      seq: 2,
      kind: 'client_order.processing' as const,
      isOptional: false,
      body: '{}',
    }
    return { ...change, callbacks: [callback] }
  })
  const outcomes = await Promise.all(writers.map((change) => rig.stores.orders.save(change)))
  expect(outcomes.filter(Boolean)).toHaveLength(1)
  const read = await rig.stores.orders.find(order.id)
  expect(read).toEqual(writers[outcomes.indexOf(true)]?.order)
})

test('a decision about an order without a client is not written once the order has one', async () => {
  const id = `bound-${rig.exchange.random.token(64)}`
  await rig.partner('POST', createPath, { ...createBody(id), payin_group: 'sepa' })
  const [row] = await rig.query<{ id: string; partner_id: string }>(
    statement('select id, partner_id from orders where partner_order_id = $1', id),
  )
  const order = await rig.stores.orders.find(row?.id ?? '')
  if (!row || !order) throw new Error('The order that was just placed is not there')
  const client = await rig.stores.clients.findOrMake(row.partner_id, 'ada@example.com')
  expect(await rig.stores.orders.bindClient(row.id, client)).toBe(true)
  expect(await rig.stores.orders.save(changeTo(order, { errorMessage: 'too much' }))).toBe(false)
  const bound = { ...order, clientId: client.id, email: client.email, payerEmail: client.email }
  expect(await rig.stores.orders.find(row.id)).toEqual(bound)
  expect(await rig.stores.orders.save(changeTo(bound, { errorMessage: 'too much' }))).toBe(true)
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
  await expect(
    rig.stores.orders.save(changeTo(order, { payin: { is: 'card', attempts: two } })),
  ).rejects.toThrow(/attempt_live/)
  expect(await rig.stores.orders.find(order.id)).toEqual(order)
})

describe('an order that books something as it is placed', () => {
  const line = (account: string, units: bigint): Posting => ({
    account,
    asset: 'EUR',
    layer: 'posted',
    units,
  })

  /** The placement of another order like one that was placed, which reserves money of its buyer. */
  async function reservingPlacement(changed: Partial<Order> = {}, short = 0n): Promise<Placement> {
    const order = await placedOrder()
    const id = rig.exchange.random.uuid()
    const postings = [line(`client:${id}`, 100n), line(`order:${id}`, short - 100n)]
    return {
      order: { ...order, id, requestId: null, partnerOrderId: id, ...changed },
      journals: [{ id: `${id}:reserve`, kind: 'reserve', reference: id, postings }],
      callbacks: [],
      due: null,
      secretHash: new Uint8Array(32),
      mostUnpaid: null,
      code: null,
    }
  }

  const fetchWritten = async ({ order: { id } }: Placement) => ({
    order: (await rig.stores.orders.find(id))?.id === id,
    units: await balanceOf(rig.query, `client:${id}`, 'EUR', 'posted'),
  })

  test('an order that books at once is written with its journals by one statement', async () => {
    const placement = await reservingPlacement()
    const texts: string[] = []
    const deps = storeDepsOf(rig.exchange)
    const query: Query = (statement) => {
      texts.push(statement.text)
      return deps.query(statement)
    }
    expect(await orderStore({ ...deps, query }).place(placement)).toBe('placed')
    expect(texts).toHaveLength(1)
    expect(await fetchWritten(placement)).toEqual({ order: true, units: 100n })
  })

  test('an order that books at once books nothing when it is not placed', async () => {
    const { partnerOrderId } = (await reservingPlacement()).order
    expect(await rig.stores.orders.place(await reservingPlacement({ partnerOrderId }))).toBe('placed')
    const late = await reservingPlacement({ partnerOrderId })
    expect(await rig.stores.orders.place(late)).toMatchObject({ is: 'partner_order_id_taken' })
    expect(await fetchWritten(late)).toEqual({ order: false, units: 0n })
  })

  test.each([null, 'a-request'])(
    'an order is not placed when the wallet it pays is on a list of sanctions (request: %s)',
    async (requestId) => {
      const hex = rig.exchange.random.hex(20)
      const add = 'insert into sanctioned_wallet (address, coin, source) values ($1, $2, $2)'
      await rig.query(statement(add, `0x${hex}`, 'ETH'))
      const destination = { address: `0x${hex.toUpperCase()}`, memo: null }
      const listed = await reservingPlacement({ requestId, destination })
      expect(await rig.stores.orders.place(listed)).toEqual({ is: 'address_listed' })
      expect(await fetchWritten(listed)).toEqual({ order: false, units: 0n })
    },
  )

  test('an order is not placed when its journals cannot be booked', async () => {
    const unbalanced = await reservingPlacement({}, 1n)
    await expect(rig.stores.orders.place(unbalanced)).rejects.toThrow()
    expect(await fetchWritten(unbalanced)).toEqual({ order: false, units: 0n })
  })
})
