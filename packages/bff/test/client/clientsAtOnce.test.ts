import type { Database } from '@cambio/server/postgres/Database.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { contract } from '@cambio/wire/http/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ethAddress, openRig, type Rig } from '../rig.ts'
import { registerClient, type RegisteredClient } from './registerClient.ts'

/* What is read of several clients at once is one statement: each gets what is its own. */

const CLIENTS = 6
const levels = ['unverified', 'basic', 'identity', 'address', 'bank_statement', 'basic']

let sent: string[] = []
const watched = (pool: Database): Database => ({
  ...pool,
  query: (each) => {
    sent.push(each.name)
    return pool.query(each)
  },
})

let rig: Rig
let clients: readonly RegisteredClient[]
beforeAll(async () => {
  rig = await openRig({}, {}, undefined, watched)
  clients = await Promise.all(Array.from({ length: CLIENTS }, () => registerClient(rig)))
})
afterAll(() => rig.close())

const priced = { payin_currency: 'EUR', payin_amount: '100', payout_currency: 'ETH' }

test('clients that list their orders at once each get their own', async () => {
  const orders = await Promise.all(
    clients.map(async (client) => {
      const created = await client.send('POST', contract.client.createOrder.path, {
        ...priced,
        dst_address: ethAddress,
      })
      return created.at('client_order_id')
    }),
  )
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
