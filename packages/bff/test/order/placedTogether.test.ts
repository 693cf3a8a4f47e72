import { setTimeout as after } from 'node:timers/promises'
import type { Placement } from '@cambio/exchange/order/OrderStore.ts'
import type { Query, Statement } from '@cambio/server/postgres/Database.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStore } from '../../src/store/order/orders.ts'
import { placeTogether } from '../../src/store/order/placeTogether.ts'
import { storeDepsOf } from '../../src/store/StoreDeps.ts'
import { openRig, rival, shop, type Rig } from '../rig.ts'
import { createBody, createPath } from './createOrder.ts'

/* Orders that come at once are written together: as each would be by itself. */

/** How long an order that is written by itself takes: what comes with it gathers. */
const GATHER_MS = 50
const isTogether = ({ name }: Statement) => name.startsWith('order_place_together')
const isAlone = (each: Statement) => each.name.startsWith('order_place') && !isTogether(each)

let rig: Rig
let sent: Statement[] = []
beforeAll(async () => {
  rig = await openRig({}, {}, undefined, (pool) => ({
    ...pool,
    async query(each) {
      sent.push(each)
      if (isAlone(each)) await after(GATHER_MS)
      return pool.query(each)
    },
  }))
})
afterAll(() => rig.close())

/** Orders of these ids, created at once: the first is written by itself, the others together. */
async function createAtOnce(ids: readonly string[], changed: (id: string) => object = () => ({})) {
  sent = []
  const replies = await Promise.all(
    ids.map((id) => rig.partner('POST', createPath, { ...createBody(id), ...changed(id) })),
  )
  return { replies, together: sent.filter(isTogether) }
}

/** All that was written of an order, but for ids and what is made at random. */
async function rowsOf(partnerOrderId: string): Promise<object> {
  const random = `'{id, order_id, partner_order_id, secret_hash, body}'::text[]`
  const rows = (table: string, by: string) =>
    `(select json_agg(to_jsonb(t) - ${random} order by to_jsonb(t) ->> 'seq') from ${table} t where ${by})`
  const [row] = await rig.query<{ written: object }>(
    statement(
      `select json_build_object('order', ${rows('orders', 't.id = o.id')},
        'claim', ${rows('partner_order_claim', 't.partner_id = o.partner_id and t.partner_order_id = o.partner_order_id')},
        'uncounted', ${rows('order_uncounted', 't.order_id = o.id')}, 'events', ${rows('order_event', 't.order_id = o.id')},
        'callbacks', ${rows('callback', 't.order_id = o.id')}) as written
      from orders o where partner_order_id = $1`,
      partnerOrderId,
    ),
  )
  if (!row) throw new Error(`No order ${partnerOrderId} was written.`)
  return row.written
}

const ids = (name: string) => Array.from({ length: 6 }, (_, index) => `${name.replaceAll(' ', '-')}-${index}`)

/** Has a slot for every order, and notes what is delivered in them. */
function attachSlots() {
  const slots = { begun: [] as number[], released: 0 }
  const detach = rig.exchange.callbackSlots.attach({
    reserve: () => ({
      until: new Date('2026-03-01T09:35:00Z'),
      leaseOwner: 17,
      begin: (deliveries) => void slots.begun.push(deliveries.length),
      release: () => void (slots.released += 1),
    }),
  })
  return { slots, detach }
}

const wishes = [
  { wish: 'hears of everything', column: 'callback_events', value: ['all'], begun: 2 },
  { wish: 'hears of some kinds', column: 'callback_events', value: ['client_order.processing'], begun: 1 },
  { wish: 'hears of later kinds', column: 'callback_events', value: ['client_order.finished'], begun: 0 },
  { wish: 'has no endpoint', column: 'callback_url', value: null, begun: 0 },
]
const slotted = [
  { hasSlots: true, where: 'while deliveries have free slots' },
  { hasSlots: false, where: 'while none is free' },
]

test.for(wishes.flatMap((each) => slotted.map((slot) => ({ ...each, ...slot }))))(
  'orders that come at once are written as each by itself, where their partner $wish, $where',
  async ({ column, value, begun, hasSlots }) => {
    const put = (to: unknown) =>
      rig.owner.query(statement(`update partner set ${column} = $2 where name = $1`, shop.apiKey, to))
    const [before] = await rig.owner.query<{ value: unknown }>(
      statement(`select ${column} as value from partner where name = $1`, shop.apiKey),
    )
    const all = ids(rig.exchange.random.uuid())
    await put(value)
    const { slots, detach } = attachSlots()
    if (!hasSlots) detach()
    const { replies, together } = await createAtOnce(all)
    detach()
    await put(before?.value)
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
    expect(together).not.toHaveLength(0)
    const [first, ...others] = await Promise.all(all.map(rowsOf))
    for (const other of others) expect(other).toEqual(first)
    const isBegun = hasSlots && begun > 0
    expect(slots.begun).toEqual(isBegun ? all.map(() => begun) : [])
    expect(slots.released).toBe(hasSlots && !isBegun ? all.length : 0)
  },
)

test('orders of two partners are written together, each with callbacks for its own partner', async () => {
  sent = []
  const create = (as: typeof shop, id: string) => rig.partner('POST', createPath, createBody(id), { as })
  await Promise.all([
    create(shop, 'alone'),
    create(shop, 'shop'),
    create(rival, 'rival'),
    create(rival, 'shop'),
  ])
  expect(sent.filter(isTogether)).not.toHaveLength(0)
  const written = await rig.query(
    statement(`select p.name, o.partner_order_id, count(*)::int4 as callbacks
      from orders o join callback c on c.order_id = o.id join partner p on p.id = o.partner_id and p.id = c.partner_id
      where o.partner_order_id in ('shop', 'rival') group by 1, 2 order by 1, 2`),
  )
  expect(written).toEqual([
    { name: 'RIVAL', partner_order_id: 'rival', callbacks: 2 },
    { name: 'RIVAL', partner_order_id: 'shop', callbacks: 2 },
    { name: 'SHOP', partner_order_id: 'shop', callbacks: 2 },
  ])
})

test('of two orders that come at once with one id, the second is refused and the others are written', async () => {
  await rig.ensurePartner(shop)
  const { replies, together } = await createAtOnce(['twice-0', 'twice-1', 'twice-2', 'twice-1', 'twice-3'])
  expect(together).not.toHaveLength(0)
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 409, 200])
  expect(replies[3]?.at('client_order_id')).toBe(replies[1]?.at('client_order_id'))
})

test('an order to a wallet that was listed meanwhile is refused, and those that came with it are written', async () => {
  const hex = rig.exchange.random.hex(20)
  const add = 'insert into sanctioned_wallet (address, coin, source) values ($1, $2, $2)'
  await rig.query(statement(add, `0x${hex}`, 'ETH'))
  const listed = { dst_address: `0x${hex.toUpperCase()}` }
  const { replies, together } = await createAtOnce(ids('listed'), (id) => (id === 'listed-3' ? listed : {}))
  expect(together).not.toHaveLength(0)
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 422, 200, 200])
  expect(replies[3]?.at('code')).toBe('address_forbidden')
})

/** Other orders like one that was placed, for the store. */
async function placements(name: string): Promise<readonly Placement[]> {
  await rig.partner('POST', createPath, createBody(name))
  const [row] = await rig.query<{ id: string }>(
    statement('select id from orders where partner_order_id = $1', name),
  )
  const order = await rig.stores.orders.find(row?.id ?? '')
  if (!order) throw new Error('The order that was just placed is not there.')
  return ids(name).map((partnerOrderId) => {
    const id = rig.exchange.random.uuid()
    const kind = 'client_order.processing' as const
    const callback = { orderId: id, partnerId: order.partnerId, seq: 1, kind, isOptional: false, body: '{}' }
    return {
      order: { ...order, id, partnerOrderId },
      journals: [],
      callbacks: [{ ...callback, id: rig.exchange.random.uuid() }],
      due: null,
      secretHash: new Uint8Array(32),
      mostUnpaid: null,
      code: null,
    }
  })
}

/** Another order with the id that its partner gave to this one. */
function copyOf(placement: Placement): Placement {
  const id = rig.exchange.random.uuid()
  const callbacks = placement.callbacks.map((own) => ({
    ...own,
    id: rig.exchange.random.uuid(),
    orderId: id,
  }))
  return { ...placement, order: { ...placement.order, id }, callbacks }
}

async function writtenOf(all: readonly Placement[]): Promise<readonly boolean[]> {
  const found = await rig.stores.orders.findAll(all.map(({ order }) => order.id))
  return all.map(({ order }) => found.has(order.id))
}

test('where one of several orders breaks a rule of the database, it fails and the others are written', async () => {
  const all = await placements('rule')
  const [used] = await rig.query<{ id: string }>(statement('select id from callback limit 1'))
  const faulty = all.map((each, index) =>
    index === 2
      ? { ...each, callbacks: each.callbacks.map((own) => ({ ...own, id: used?.id ?? '' })) }
      : each,
  )
  const outcomes = await Promise.allSettled(faulty.map((each) => rig.stores.orders.place(each)))
  const isRight = all.map((_, index) => index !== 2)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(isRight)
  expect(await writtenOf(all)).toEqual(isRight)
})

test.for([true, false])(
  'where the answer for several orders is lost, each is looked for (written: %s)',
  async (isWritten) => {
    // One is written by itself, and the four others by one statement.
    const all = (await placements(`lost-${isWritten}`)).slice(0, 5)
    const deps = storeDepsOf(rig.exchange)
    const query: Query = async (each) => {
      if (!isTogether(each)) return deps.query(each)
      if (isWritten) await deps.query(each)
      throw new DatabaseUnavailable({ failure: 'gone', code: '08006', isUnknown: true, cause: undefined })
    }
    const store = orderStore({ ...deps, query })
    const outcomes = await Promise.allSettled(all.map((each) => store.place(each)))
    const written = all.map((_, index) => isWritten || index === 0)
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(written)
    expect(await writtenOf(all)).toEqual(written)
  },
)

test('two statements for the same ids in another order never end each other, and each id is written once', async () => {
  const deps = storeDepsOf(rig.exchange)
  for (let round = 0; round < 20; round++) {
    const one = await placements(`round-${round}`)
    const other = one.map(copyOf).toReversed()
    const [ofOne, ofOther] = await Promise.all([placeTogether(deps, one), placeTogether(deps, other)])
    const written = [...one.filter(ofOne), ...other.filter(ofOther)]
    const all = written.map(({ order }) => order.partnerOrderId)
    expect(all.toSorted()).toEqual(ids(`round-${round}`))
  }
})
