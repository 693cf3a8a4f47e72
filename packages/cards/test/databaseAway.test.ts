import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { openLine, type Line } from '@cambio/server/testing/postgres/testingLine.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Acquirer } from '../src/acquirers/Acquirer.ts'
import { openRig, type Rig } from './rig.ts'

/* The database goes away while a SALE is under way, and comes back. */

let line: Line
let rig: Rig
/** What happens between the SALE being written down and the bank's answer. */
let meanwhile: () => void = () => {}

const bank: Acquirer = {
  name: 'bank',
  async authorise({ transactionId }) {
    meanwhile()
    return { is: 'done', reference: transactionId }
  },
  getPaymentStatus: async () => ({ is: 'absent' }),
  capture: async () => ({ is: 'done' }),
  reverse: async () => ({ is: 'done' }),
  refund: async () => ({ is: 'done' }),
}

beforeAll(async () => {
  const reach = async (url: string) => {
    line = await openLine(url)
    return line.url
  }
  rig = await openRig({ acquirer: bank, reach })
})
afterAll(async () => {
  await rig.close()
  await line.close()
})

async function statesOf(orderId: string): Promise<readonly unknown[]> {
  return rig.owner.query(statement('select state from transaction where order_id = $1', orderId))
}

test('an answer in hand is kept as soon as the database is back, and told to the waiting callers', async () => {
  meanwhile = () => {
    line.refuse()
    setTimeout(() => line.admit(), 1_500)
  }
  const { body } = await rig.sale({ order_id: 'cut' })
  meanwhile = () => {}
  expect(body).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
  expect(await statesOf('cut')).toEqual([{ state: 'held' }])
})

test('a SALE whose writing was not acknowledged is asked for by its id, and goes on', async () => {
  line.loseNextAnswer(/transaction_accept/)
  const { body } = await rig.sale({ order_id: 'unacknowledged' })
  expect(body).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
  expect(await statesOf('unacknowledged')).toEqual([{ state: 'held' }])
})

test('an answer whose keeping was not acknowledged is kept once', async () => {
  line.loseNextAnswer(/change_/)
  const { body } = await rig.sale({ order_id: 'kept' })
  expect(body).toMatchObject({ result: 'SUCCESS', status: 'PENDING' })
  expect(await statesOf('kept')).toEqual([{ state: 'held' }])
})

test('a request that meets no database is told so, when to come back, and that nothing was done', async () => {
  const body = { action: 'GET_TRANS_STATUS', client_key: rig.merchant.id, trans_id: rig.merchant.id }
  const requestStatus = () =>
    rig.app.request('/post', {
      method: 'POST',
      body: new URLSearchParams({ ...body, hash: 'a'.repeat(32) }),
    })
  line.refuse()
  await requestStatus() // Of what was sent on a connection that was just cut nobody knows.
  const reply = await requestStatus()
  line.admit()
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await reply.json()).toMatchObject({
    result: 'ERROR',
    error_code: 503,
    error_message: expect.stringContaining('This came to nothing: send it again in a moment.'),
  })
})
