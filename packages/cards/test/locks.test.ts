import { statement } from '@cambio/server/testing/postgres/testing.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Acquirer } from '../src/acquirers/Acquirer.ts'
import { wakeRefunds } from '../src/store/operations.ts'
import { openRig, type Rig } from './rig.ts'

/** An acquirer that never says how a refund ended, and whose notices name the payment they are about. */
const acquirer: Acquirer = {
  name: 'slow',
  authorise: async () => ({ is: 'done', reference: 'ref' }),
  getPaymentStatus: async () => ({ is: 'done', reference: 'ref' }),
  capture: async () => ({ is: 'done' }),
  reverse: async () => ({ is: 'unknown' }),
  refund: async () => ({ is: 'unknown' }),
  readNotice: async ({ body }) => ({ is: 'event', transactionId: body }),
}

let rig: Rig
beforeEach(async () => {
  rig = await openRig({ acquirer })
})
afterEach(() => rig.close())

/** A payment with two refunds that were begun and have not ended. */
async function refunding(): Promise<string> {
  const { body } = await rig.sale()
  await rig.followUp('CAPTURE', body.trans_id)
  for (const amount of ['10.00', '20.00']) await rig.followUp('CREDITVOID', body.trans_id, { amount })
  await rig.settle()
  return body.trans_id
}

test.each<[string, (id: string) => Promise<unknown>]>([
  ['a notice', notice],
  ['a refund that ended', (id) => wakeRefunds(rig.platform.query, id, rig.platform.clock.now())],
])('%s waits for a payment that is being changed without holding any of its operations', async (_, wakes) => {
  const id = await refunding()
  const waking = await rig.owner.transaction(async (query) => {
    const open = await query<{ id: string }>(
      statement(`select id from operation where transaction_id = $1 and state = 'open' order by ctid`, id),
    )
    expect(open).toHaveLength(2)
    const locked = (operation: string | undefined) =>
      query(statement('select from operation where id = $1 for update', operation))
    await query(statement('select from transaction where id = $1 for update', id))
    await locked(open[1]?.id)
    const settled = Promise.allSettled([wakes(id)])
    await expect.poll(waiting).toBe(1)
    await locked(open[0]?.id)
    return { settled }
  })
  expect(await waking.settled).toMatchObject([{ status: 'fulfilled' }])
})

async function notice(id: string): Promise<void> {
  const answer = await rig.app.request('/upstream/slow/notify', { method: 'POST', body: id })
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** Connections of this database that wait for a row. */
async function waiting(): Promise<number> {
  const rows = await rig.owner.query(
    statement(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
  )
  return rows.length
}
