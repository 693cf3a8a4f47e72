import { randomBytes, randomUUID } from 'node:crypto'
import { derivedKeys, keysOf } from '@cambio/bff/program/Keys.ts'
import { schema } from '@cambio/bff/store/openStore.ts'
import { orderStore } from '@cambio/bff/store/order/orders.ts'
import { openDatabase } from '@cambio/server/postgres/Database.ts'
import { systemRandom } from '@cambio/server/Random.ts'

/*
 * Drives the statement that places an order from a process that does nothing else: what the database and its client
 * give at best. Orders are copies of one that came over HTTP, under ids of their own.
 */

const [, , url = '', template = ''] = process.argv
const database = openDatabase({ url, schema, max: 10, plansOnce: true })
const random = systemRandom
const orders = orderStore({
  query: database.query,
  reads: database.query,
  transaction: (work) => database.transaction(work),
  random,
  keys: keysOf({ random: systemRandom }, derivedKeys(randomBytes(32))),
  now: () => new Date(),
  slots: null,
})
const [partner] = await database.query<{ id: string }>({
  name: 'bench_partner',
  text: 'select id from partner',
  values: [],
})
const order = await orders.findByPartnerOrderId(partner?.id ?? '', template)
if (order === undefined) throw new Error('The order to copy is not there.')
const callbacks = await database.query<{ seq: number; body: string }>({
  name: 'bench_callbacks',
  text: 'select seq, body from callback where order_id = $1',
  values: [order.id],
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

async function placeCopy(): Promise<void> {
  if (order === undefined) return
  const id = `${random.pick(ALPHABET, 5)}-${random.pick(ALPHABET, 6)}`
  const outcome = await orders.place({
    order: { ...order, id, partnerOrderId: randomUUID() },
    journals: [],
    callbacks: callbacks.map((callback) => ({
      ...callback,
      id: randomUUID(),
      orderId: id,
      partnerId: order.partnerId,
      kind: 'client_order.processing',
      isOptional: false,
    })),
    due: order.expiresAt,
    secretHash: randomBytes(32),
    mostUnpaid: null,
    code: null,
  })
  if (outcome !== 'placed') throw new Error('A copy was not placed.')
}

/** Places for that long with that many at once, and says how many a second were placed. */
async function placeFor({ connections, ms }: { connections: number; ms: number }): Promise<void> {
  const started = performance.now()
  let placed = 0
  const workers = Array.from({ length: connections }, async () => {
    while (performance.now() - started < ms) {
      await placeCopy()
      placed += 1
    }
  })
  await Promise.all(workers)
  process.send?.(placed / ((performance.now() - started) / 1_000))
}
process.on('message', (request: { connections: number; ms: number }) => void placeFor(request))
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.send?.('ready')
