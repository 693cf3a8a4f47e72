import type { Database, Query } from '@cambio/server/postgres/Database.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ethAddress, openRig, type Rig } from '../rig.ts'
import { registerClient, type RegisteredClient } from './registerClient.ts'

/* What is read of several clients at once is one statement: each gets what is its own. */

const CLIENTS = 6
const levels = ['unverified', 'basic', 'identity', 'address', 'bank_statement', 'basic']

let sent: string[] = []
/** Whether the answer to every commit is lost. */
let isAnswerLost = false
const lost = new DatabaseUnavailable({ failure: 'gone', code: '08006', isUnknown: true, cause: undefined })
const watched = (pool: Database): Database => {
  const noted =
    (query: Query): Query =>
    (each) => {
      sent.push(each.name)
      return query(each)
    }
  return {
    ...pool,
    query: noted(pool.query),
    async transaction(work) {
      const result = await pool.transaction((query) => work(noted(query)))
      if (isAnswerLost) throw lost
      return result
    },
  }
}

let rig: Rig
let clients: readonly RegisteredClient[]
beforeAll(async () => {
  rig = await openRig({}, {}, undefined, watched)
  clients = await Promise.all(Array.from({ length: CLIENTS }, () => registerClient(rig)))
})
afterAll(() => rig.close())

const create = (client: RegisteredClient) =>
  client.send('POST', contract.client.createOrder.path, { ...priced, dst_address: ethAddress })

const priced = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }

test('clients that list their orders at once each get their own', async () => {
  const created = await Promise.all(clients.map(create))
  const orders = created.map((each) => each.at('client_order_id'))
  expect(new Set(orders).size).toBe(CLIENTS)
  sent = []
  const lists = await Promise.all(clients.map((client) => client.send('GET', contract.client.orderList.path)))
  expect(sent).toEqual(expect.arrayContaining(['session_find_of_all', 'client_find_of_all']))
  expect(lists.map((list) => list.at('data'))).toMatchObject(
    orders.map((client_order_id) => [{ client_order_id }]),
  )
})

test('a session that has ended is refused, whatever other sessions are read with it', async () => {
  const ended = await registerClient(rig)
  expect((await ended.send('DELETE', contract.client.endSession.path)).status).toBe(200)
  const all = [...clients, ended, ...clients]
  const lists = await Promise.all(all.map((client) => client.send('GET', contract.client.orderList.path)))
  expect(lists.map(({ status }) => status)).toEqual(all.map((client) => (client === ended ? 401 : 200)))
})

test('prices for several clients at once each show that client’s limit', async () => {
  await Promise.all(
    clients.map(({ email }, index) =>
      rig.owner.query(statement('update client set level = $2 where email = $1', email, levels[index])),
    ),
  )
  sent = []
  const fees = await Promise.all(
    [...clients.map(({ externalId }) => externalId), 'unknown'].map((externalId) =>
      rig.partner('POST', contract.partner.fee.path, {
        ...priced,
        partner_order_id: externalId,
        client_external_id: externalId,
      }),
    ),
  )
  expect(sent).toContain('account_find_by_external_id_of_all')
  expect(fees.pop()?.status).toBe(404)
  expect(fees.map((fee) => fee.at('limits.verification_level'))).toEqual(levels)
})

test('clients that order at once each get three unpaid orders, and no fourth', async () => {
  const others = await Promise.all(Array.from({ length: CLIENTS }, () => registerClient(rig)))
  sent = []
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => others)
      .flat()
      .map(create),
  )
  expect(sent).toEqual(expect.arrayContaining(['order_hold_clients', 'order_place_together_legal']))
  const codes = replies.map((reply) => reply.at('code')).filter((code) => code !== undefined)
  expect(codes).toEqual(Array.from({ length: 2 * CLIENTS }, () => 'too_many_unpaid_orders'))
  const lists = await Promise.all(others.map((client) => client.send('GET', contract.client.orderList.path)))
  expect(lists.map((list) => list.at('total'))).toEqual(others.map(() => 3))
  const placed = replies.map((reply) => reply.at('client_order_id')).filter((id) => id !== undefined)
  const callbacks = await rig.owner.query<{ id: string; count: bigint }>(
    statement('select order_id as id, count(*) from callback where order_id = any ($1) group by 1', placed),
  )
  expect(callbacks).toHaveLength(3 * CLIENTS)
})

test('a client whose order has to wait keeps no other client’s waiting', async () => {
  const others = await Promise.all(Array.from({ length: CLIENTS }, () => registerClient(rig)))
  const waiting = await registerClient(rig)
  const isHeld = Promise.withResolvers<void>()
  const isPlaced = Promise.withResolvers<void>()
  const held = rig.owner.transaction(async (query) => {
    await query(statement('select from client where email = $1 for update', waiting.email))
    isHeld.resolve()
    await isPlaced.promise
  })
  await isHeld.promise
  const replies = Promise.all(others.toSpliced(1, 0, waiting).map(create))
  await expect.poll(() => ordersOf(others), { timeout: 10_000 }).toEqual(others.map(() => 1))
  isPlaced.resolve()
  await held
  expect((await replies).map(({ status }) => status)).toEqual(Array.from({ length: CLIENTS + 1 }, () => 200))
})

const ordersOf = (some: readonly RegisteredClient[]) =>
  Promise.all(
    some.map(async (client) => (await client.send('GET', contract.client.orderList.path)).at('total')),
  )

const walletOf = (index: number) => `0x${String(index + 1).padStart(40, '1')}`

test('an order to a wallet on a list is refused, and those of other clients that come with it are placed', async () => {
  const listed = walletOf(3)
  const add = 'insert into sanctioned_wallet (address, coin, source) values ($1, $2, $2)'
  await rig.owner.query(statement(add, listed, 'ETH'))
  const others = await Promise.all(Array.from({ length: CLIENTS }, () => registerClient(rig)))
  const replies = await Promise.all(
    others.map((client, index) =>
      client.send('POST', contract.client.createOrder.path, { ...priced, dst_address: walletOf(index) }),
    ),
  )
  expect(replies.map((reply) => reply.at('code'))).toEqual(
    others.map((_, index) => (index === 3 ? 'address_forbidden' : undefined)),
  )
})

test('where the answer to a commit of several orders is lost, each is looked for, and is there once', async () => {
  const others = await Promise.all(Array.from({ length: CLIENTS }, () => registerClient(rig)))
  isAnswerLost = true
  const replies = await Promise.all(others.map(create))
  isAnswerLost = false
  expect(replies.map(({ status }) => status)).toEqual(others.map(() => 200))
  const lists = await Promise.all(others.map((client) => client.send('GET', contract.client.orderList.path)))
  expect(lists.map((list) => list.at('data'))).toMatchObject(
    replies.map((reply) => [{ client_order_id: reply.at('client_order_id') }]),
  )
})
