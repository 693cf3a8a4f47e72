import { setTimeout as after } from 'node:timers/promises'
import { createMetrics } from '@cambio/server/metrics.ts'
import type { Query, Statement } from '@cambio/server/postgres/Database.ts'
import { DatabaseUnavailable } from '@cambio/server/postgres/DatabaseUnavailable.ts'
import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cardsApp } from '../src/http/cardsApp.ts'
import { acceptStatement, type Accepting } from '../src/store/acceptStatement.ts'
import { acceptTogether } from '../src/store/acceptTogether.ts'
import { findTransaction } from '../src/store/transactions.ts'
import { openRig, type Fields, type Reply, type Rig } from './rig.ts'

/* SALEs that come at once are read and stored together: each is answered and stored as it would be by itself. */

/** While one of these is under way, what comes with it gathers. */
const alone = new Set(['merchant_find', 'transaction_of_order', 'transaction_accept_asked'])
const GATHER_MS = 50

let rig: Rig
let sent: Statement[] = []
/** What becomes of a statement that stores several. */
let storing: Query
beforeAll(async () => {
  rig = await openRig()
  const query: Query = async (each) => {
    sent.push(each)
    if (alone.has(each.name)) await after(GATHER_MS)
    return each.name === 'transaction_accept_together' ? storing(each) : rig.database.query(each)
  }
  const app = cardsApp(
    { platform: { ...rig.platform, query }, metrics: createMetrics({ program: 'cards' }), frame: null },
    { trustedProxies: [], limitsFactor: 1000, sandbox: true },
  )
  rig.app.request = app.request.bind(app)
})
beforeEach(() => {
  sent = []
  storing = rig.database.query
})
afterAll(() => rig.close())

const approved = { card_exp_month: '01', card_exp_year: '2038' }

function sellAtOnce(orderIds: readonly string[], fields: Fields = {}): Promise<readonly Reply[]> {
  return Promise.all(orderIds.map((orderId) => rig.sale({ ...approved, order_id: orderId, ...fields })))
}

const storedTogether = () => sent.filter(({ name }) => name === 'transaction_accept_together')
const ids = (name: string) => Array.from({ length: 6 }, (_, index) => `${name}-${index}`)

/** All that is stored of a transaction, but for ids and what is made of them. */
async function rowsOf(orderId: string): Promise<unknown> {
  const own = `'{id, transaction_id, order_id, fingerprint, reference, journal_id}'::text[]`
  const [row] = await rig.owner.query<{ stored: unknown }>(
    statement(
      `select json_build_object('transaction', to_jsonb(t) - ${own},
        'question', (select to_jsonb(q) - ${own} from question q where q.transaction_id = t.id),
        'log', (select json_agg(to_jsonb(l) - ${own} order by l.seq) from transaction_log l where l.transaction_id = t.id))
        as stored
      from transaction t where order_id = $1`,
      orderId,
    ),
  )
  return row?.stored
}

test.for([
  ['approved', approved, 'SUCCESS'],
  ['declined', { card_exp_month: '02', card_exp_year: '2038' }, 'DECLINED'],
] as const)(
  'SALEs that come at once and are %s are stored as each by itself',
  async ([name, card, result]) => {
    const replies = await sellAtOnce(ids(name), card)
    for (const { body } of replies) expect(body).toMatchObject({ result })
    expect(storedTogether()).not.toHaveLength(0)
    const [first, ...others] = await Promise.all(ids(name).map(rowsOf))
    expect(first).toMatchObject({ transaction: { payer_name: expect.any(String) }, log: [{}] })
    for (const other of others) expect(other).toEqual(first)
  },
)

test('the merchant and what was stored before are read for several SALEs by one statement', async () => {
  const orders = ids('reads')
  await sellAtOnce(orders)
  const counted = Object.groupBy(sent, ({ name }) => name)
  for (const [one, several] of [
    ['merchant_find', 'merchant_find_all'],
    ['transaction_of_order', 'transaction_of_orders'],
  ] as const) {
    expect(counted[several]).not.toBeUndefined()
    expect((counted[one] ?? []).concat(counted[several] ?? []).length).toBeLessThan(orders.length)
  }
})

test('equal SALEs that come at once among others get one answer, and one transaction', async () => {
  const replies = await sellAtOnce(['one', 'equal', 'two', 'equal', 'equal', 'three'])
  expect(storedTogether()).not.toHaveLength(0)
  for (const { body } of replies) expect(body).toMatchObject({ result: 'SUCCESS' })
  const transIds = replies.map(({ body }) => body.trans_id)
  expect(new Set(transIds).size).toBe(4)
  expect(transIds[3]).toBe(transIds[1])
  expect(transIds[4]).toBe(transIds[1])
})

test('a SALE for an order that has a transaction is refused, and those that came with it are stored', async () => {
  await rig.sale({ ...approved, order_id: 'used' })
  const replies = await Promise.all([
    rig.sale({ ...approved, order_id: 'fresh-1' }),
    rig.sale({ ...approved, order_id: 'fresh-2' }),
    rig.sale({ ...approved, order_id: 'used', order_amount: '7.00' }),
    rig.sale({ ...approved, order_id: 'fresh-3' }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 400, 200])
  expect(replies[2]?.body['error_message']).toBe('Duplicate request.')
})

test('a SALE of a merchant that was blocked is refused, whatever else is read with it', async () => {
  await rig.owner.query(statement('update merchant set blocked_at = now()'))
  const replies = await sellAtOnce(ids('blocked'))
  await rig.owner.query(statement('update merchant set blocked_at = null'))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
})

test.for([true, false])(
  'where the answer for several SALEs is lost, each is asked for by its id (stored: %s)',
  async (isStored) => {
    storing = async (each) => {
      if (isStored) await rig.database.query(each)
      throw new DatabaseUnavailable({ failure: 'gone', code: '08006', isUnknown: true, cause: undefined })
    }
    const orders = ids(`lost-${isStored}`)
    const replies = await sellAtOnce(orders)
    const rows = await Promise.all(orders.map(rowsOf))
    const answered = replies.map(({ status }) => status === 200)
    expect(answered).toEqual(rows.map((row) => row !== undefined))
    expect(answered.every(Boolean)).toBe(isStored)
  },
)

/** Transactions of these orders that are accepted by a process and not answered yet, like one that was stored before. */
async function acceptedOf(orderIds: readonly string[]): Promise<readonly Accepting[]> {
  const { body } = await rig.sale({ ...approved, order_id: 'template' })
  const template = await findTransaction(rig.database.query, body.trans_id)
  if (!template) throw new Error('The transaction that was just stored is not there.')
  const fresh = { seq: 0, answered: null, challenge: null, state: 'authorising' } as const
  return orderIds.map((orderId) => ({
    transaction: { ...template, ...fresh, id: rig.platform.random.uuid(), orderId },
    fingerprint: Buffer.from(rig.platform.random.hex(32), 'hex'),
    usedUp: null,
    record: null,
    leaseOwner: 17,
  }))
}

test('what is asked about SALEs whose process dies is stored as for each by itself', async () => {
  const orders = ids('dies')
  const [first, ...others] = await acceptedOf(orders)
  if (first) await rig.database.query(acceptStatement(first))
  expect((await acceptTogether(rig.database.query, others)).size).toBe(others.length)
  const [alone, ...together] = await Promise.all(orders.map(rowsOf))
  expect(alone).toMatchObject({ question: { leased_by: 17 } })
  for (const each of together) expect(each).toEqual(alone)
})

test('two statements for the same orders in another order never end each other, and each order is stored once', async () => {
  const { query } = rig.database
  for (let round = 0; round < 20; round++) {
    const orders = ids(`round-${round}`)
    const [one, other] = [await acceptedOf(orders), await acceptedOf(orders.toReversed())]
    const [ofOne, ofOther] = await Promise.all([acceptTogether(query, one), acceptTogether(query, other)])
    expect(ofOne.size + ofOther.size).toBe(orders.length)
  }
})
